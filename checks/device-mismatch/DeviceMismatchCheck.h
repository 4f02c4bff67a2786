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
  /// Whether \p R gets inputs on another type of device: by one of its callers, or
  /// on a machine with a GPU.
  /// \p IsChosen: the program has another loader for the same run.
  bool isOnOtherDevice(const Run &R, bool IsChosen, ASTContext &Ctx);
  /// Whether \p Given, which \p R gets, is on another type of device than its
  /// model or runner. \p IsOnGpu: on a machine with a GPU.
  bool checkGiven(const Run &R, const Inputs &Given, bool IsOnGpu,
                  ASTContext &Ctx);
  bool checkRunner(const Run &R, const Inputs &Given, bool IsOnGpu,
                   ASTContext &Ctx);
  /// The inputs are on their device from \p Origins on.
  void report(const Run &R, bool IsOnGpu,
              llvm::ArrayRef<aoti_tidy::Place> Origins,
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
