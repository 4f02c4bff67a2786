// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_NOT_LOADED_OPNOTLOADEDCHECK_H
#define AOTI_TIDY_CHECKS_OP_NOT_LOADED_OPNOTLOADEDCHECK_H

#include "checks/common/PackageCheck.h"
#include "checks/lib/ops/OpTable.h"

namespace clang::tidy::aoti {

/// Finds programs that load a package whose custom operators they do not
/// register, and registrations that the linker drops.
///
/// Page: docs/checks/aoti-op-not-loaded.md
class OpNotLoadedCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;

protected:
  void checkRun(const Run &, ASTContext &) override {}
  void checkLoader(const aoti_tidy::Construction &C,
                   const aoti_tidy::LoadedModel &Loaded,
                   ASTContext &Ctx) override;
  void checkFile(ASTContext &Ctx) override;
  void checkAfterRuns(ASTContext &Ctx) override;

private:
  /// Holds it back until all files of the run are known.
  void say(const aoti_tidy::Construction &C, std::string Message,
           aoti_tidy::Condition If, ASTContext &Ctx);
};

} // namespace clang::tidy::aoti

#endif
