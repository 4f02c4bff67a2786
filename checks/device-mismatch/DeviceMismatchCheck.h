// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHCHECK_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHCHECK_H

#include "checks/common/PackageCheck.h"
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "llvm/ADT/DenseSet.h"
#include <set>
#include <string>

namespace clang::tidy::aoti {

/// One of the operands of an operation, and what it can be.
struct Operand {
  const Expr *Given;
  aoti_tidy::TensorValues Ways;
};

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
  /// An object that makes another CUDA device the current one while it lives.
  struct Guard {
    const VarDecl *Object;
    const FunctionDecl *In;
  };
  /// Whether the inputs of \p R are on another type of device than the loader
  /// of \p W runs on.
  bool checkWay(const Run &R, const Way &W, ASTContext &Ctx);
  bool checkRunner(const Run &R, const Way &W, ASTContext &Ctx);
  /// As checkWay(), of \p W with what one way that leads to the run gives it.
  bool checkEach(const Run &R, const Way &W, ASTContext &Ctx);
  /// As checkWay(), of \p W on a machine with a GPU.
  bool checkOnGpu(const Run &R, const Way &W, ASTContext &Ctx);
  /// As checkWay(), of \p Of with what it gets on the ways that branches go.
  bool checkBranches(const Run &R, const Way &Of, ASTContext &Ctx);
  /// The inputs are on their device from \p Origins on.
  void report(const Run &R, const Way &W,
              llvm::ArrayRef<aoti_tidy::Place> Origins,
              const aoti_tidy::InputDeviceProblem &Problem, ASTContext &Ctx);
  void checkCudaUses(const Run &R, const SourceManager &SM);
  /// Operations on tensors of different devices in the functions of the file.
  void checkOperands(ASTContext &Ctx);
  void checkOperandsIn(const FunctionDecl &Function, ASTContext &Ctx);
  /// Two operands; the first is the one to move.
  using Apart = std::pair<Operand, Operand>;
  void reportOperands(const Expr &E, llvm::StringRef Operation,
                      const Apart &Operands,
                      const aoti_tidy::TensorDataflow &Flow, ASTContext &Ctx);
  /// Whether an input of \p R is on a CUDA device of another index than its
  /// loader is told.
  bool checkOtherIndex(const Run &R, ASTContext &Ctx);
  void checkIndex(const Run &R, ASTContext &Ctx);
  /// A stream of another CUDA device than the one its loader is told.
  void checkStreamIndex(const Run &R, ASTContext &Ctx);
  /// A class that keeps a loader which is told no index, and moves tensors to a
  /// device whose index is chosen at run time.
  void checkKeptLoader(const aoti_tidy::Construction &C, ASTContext &Ctx);
  void reportIndex(const aoti_tidy::Construction &C,
                   const aoti_tidy::IndexProblem &Problem, SourceLocation At,
                   const Expr *Use);
  void checkCreate(const CallExpr &Create, ASTContext &Ctx);
  /// Whether \p C is told no index of a device, and nothing in the file makes
  /// another device the current one before.
  bool isOnFirstDevice(const aoti_tidy::Construction &C, ASTContext &Ctx);
  /// Whether \p G may live where \p C is made.
  static bool mayLiveAt(const Guard &G, const aoti_tidy::Construction &C,
                        ASTContext &Ctx);
  /// A run in the function of \p R that gets a tensor on the current device, too,
  /// though its loader is told another index than \p LoadedOn: one of the two is
  /// wrong, whichever device that is. Null if the device may change in between.
  const Run *runOnOtherIndex(const Run &R, int64_t LoadedOn,
                             ASTContext &Ctx) const;

  static bool isMadeBetween(const Run &A, const Run &B, ASTContext &Ctx);
  /// \p Other: as runOnOtherIndex() says.
  void reportOtherIndex(const Run &R, const aoti_tidy::IndexProblem &Problem,
                        const Run *Other);

  std::vector<const CallExpr *> Creates;

  /// Where the file chooses a current CUDA device, which a loader without an
  /// index follows: for good, and as long as an object of a function lives.
  bool SetsCurrentDevice = false;
  std::vector<Guard> Guards;
  /// The file hands tensors to modules, which move them in place, or does that
  /// itself: 'register_buffer("mean", mean_)', 'x.set_data(y)'.
  bool SharesTensors = false;
  /// Where tensors were reported, and the device that they should be on.
  std::set<std::pair<SourceLocation, std::string>> ReportedPlaces;
  /// Loaders that were reported, and those whose inputs are known.
  llvm::DenseSet<const Expr *> ReportedLoaders, JudgedLoaders;
};

} // namespace clang::tidy::aoti

#endif
