// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHCHECK_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHCHECK_H

#include "checks/common/PackageCheck.h"
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>
#include <string>

namespace clang::tidy::aoti {

/// What gives a tensor its device at \p From, where \p Made is, if that is in
/// the file.
aoti_tidy::PutBy putBy(aoti_tidy::Place From, const Expr *Made);

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
  void checkAfterRuns(ASTContext &Ctx) override;

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
  /// Whether an input of \p R is on a CUDA device of another index than its
  /// loader is told.
  bool checkOtherIndex(const Run &R, ASTContext &Ctx);
  void checkIndex(const Run &R, ASTContext &Ctx);
  /// A class that keeps a loader which is told no index, and moves tensors to a
  /// device whose index is chosen at run time.
  void checkKeptLoader(const aoti_tidy::Construction &C, ASTContext &Ctx);
  void reportIndex(const aoti_tidy::Construction &C,
                   const aoti_tidy::IndexProblem &Problem, SourceLocation At,
                   const Expr *Use, ASTContext &Ctx);
  void checkCreate(const CallExpr &Create, ASTContext &Ctx);
  /// Whether \p C is told no index of a device, and nothing in the file makes
  /// another device the current one before.
  bool isOnFirstDevice(const aoti_tidy::Construction &C, ASTContext &Ctx);

  std::vector<const CallExpr *> Creates;

  /// The file chooses a current CUDA device, which a loader without an index
  /// follows.
  bool SetsCurrentDevice = false;
  /// Functions that do so for as long as a guard lives. It counts for all that
  /// they make, or call.
  llvm::SmallPtrSet<const FunctionDecl *, 4> Guarded;
  /// Where tensors were reported, and the device that they should be on.
  ASTContext *Ctx = nullptr;
  std::set<std::pair<SourceLocation, std::string>> ReportedPlaces;
  /// Loaders whose inputs are known.
  llvm::DenseSet<const Expr *> JudgedLoaders;
};

} // namespace clang::tidy::aoti

#endif
