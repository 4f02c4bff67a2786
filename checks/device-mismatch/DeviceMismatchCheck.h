// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHCHECK_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHCHECK_H

#include "checks/common/PackageCheck.h"
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include <set>
#include <string>

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
  /// The raw runner of \p R, of which no package is known, gets \p All.
  void checkRunner(const Run &R, llvm::ArrayRef<aoti_tidy::TensorValues> All,
                   ASTContext &Ctx);
  /// The inputs are on their device from \p Origins on.
  void report(const Run &R, llvm::ArrayRef<aoti_tidy::Place> Origins,
              const aoti_tidy::InputDeviceProblem &Problem, ASTContext &Ctx);
  /// A CUDA stream for a model that is compiled for the CPU.
  void checkStream(const Run &R);
  void checkCreate(const CallExpr &Create, ASTContext &Ctx);
  std::vector<const CallExpr *> Creates;
  /// Where tensors were reported, and the device that they should be on.
  std::set<std::pair<SourceLocation, std::string>> ReportedPlaces;
};

} // namespace clang::tidy::aoti

#endif
