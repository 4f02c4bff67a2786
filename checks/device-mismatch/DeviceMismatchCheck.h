// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHCHECK_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHCHECK_H

#include "checks/common/PackageCheck.h"
#include "checks/lib/package/Conformance.h"

namespace clang::tidy::aoti {

/// Finds hosts that feed or run a model on another device than its package was
/// compiled for.
///
/// Page: docs/checks/aoti-device-mismatch.md
class DeviceMismatchCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

protected:
  void checkRun(const Run &R, ASTContext &Ctx) override;
  void checkLoader(const aoti_tidy::Construction &C,
                   const aoti_tidy::LoadedModel &Loaded,
                   ASTContext &Ctx) override;
  void checkFile(ASTContext &Ctx) override;

private:
  void checkInput(const Run &R, const aoti_tidy::Violation &V, ASTContext &Ctx);
  void checkCudaUses(const Run &R, const SourceManager &SM);
  void checkIndex(const Run &R);
  void checkCreate(const CallExpr &Create, ASTContext &Ctx);

  std::vector<const CallExpr *> Creates;

  /// The file chooses a current CUDA device: a loader without an index follows
  /// it.
  bool SetsCurrentDevice = false;
};

} // namespace clang::tidy::aoti

#endif
