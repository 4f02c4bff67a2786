// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of several CUDA devices a run's loader and inputs are on.
#include "checks/device-mismatch/DeviceMismatchCheck.h"
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "checks/device-mismatch/OwnedDevice.h"
#include "checks/lib/hosts/FunctionFacts.h"
#include "checks/lib/hosts/ReportedLoaders.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "clang/AST/StmtCXX.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {
namespace {

/// Whether \p C leaves the choice of the device's index to the process.
bool followsCurrentDevice(const Construction &C) {
  return (C.Class == LoaderClass::PackageLoader ||
          C.Class == LoaderClass::RunnerCuda) &&
         !C.argument(indexParameter(C.Class));
}

/// The index of the CUDA device that all loaders of \p R are told.
std::optional<int64_t> indexTold(ArrayRef<Construction> Loaders,
                                 ASTContext &Ctx) {
  if (Loaders.empty())
    return std::nullopt;
  const auto Index = deviceIndexOf(Loaders.front(), Ctx);
  const bool AreAlike = llvm::all_of(Loaders, [&](const Construction &L) {
    return deviceIndexOf(L, Ctx) == Index;
  });
  return AreAlike ? Index : std::nullopt;
}

using Numbers = llvm::SmallPtrSet<const VarDecl *, 4>;

/// Adds the integers that \p S is made of, by way of local variables.
void addNumbers(const Stmt *S, Numbers &Into, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (!S || Depth > MaxDepth)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
      if (Var->getType().getNonReferenceType()->isIntegerType())
        Into.insert(Var);
      if (Var->isLocalVarDecl())
        addNumbers(Var->getInit(), Into, Depth + 1);
    }
  for (const Stmt *Child : S->children())
    addNumbers(Child, Into, Depth);
}

bool mentions(const Stmt *S, const Numbers &Of) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return (Ref && Of.contains(dyn_cast<VarDecl>(Ref->getDecl()))) ||
         (S && llvm::any_of(S->children(), [&](const Stmt *Child) {
            return mentions(Child, Of);
          }));
}

/// Whether \p S asks for one value of a number: 'rank == 0', '!rank',
/// 'switch (rank)'. Not 'rank >= 0', which asks whether there is an index, and
/// not for the number of rounds of a loop.
bool asksForOne(const Stmt *S, const Numbers &Of, ASTContext &Ctx) {
  if (!S)
    return false;
  if (const auto *For = dyn_cast<ForStmt>(S))
    return asksForOne(For->getBody(), Of, Ctx);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S);
      Switch && mentions(Switch->getCond(), Of))
    return true;
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && Cast->getCastKind() == CK_IntegralToBoolean)
    return mentions(Cast, Of);
  if (const auto *Compared = dyn_cast<BinaryOperator>(S);
      Compared && Compared->isComparisonOp() && mentions(Compared, Of)) {
    const auto IsIndex = [&](const Expr *E) {
      Expr::EvalResult Result;
      return !E->isValueDependent() && E->EvaluateAsInt(Result, Ctx) &&
             Result.Val.getInt().getExtValue() >= 0;
    };
    const bool IsValidity =
        Compared->getOpcode() == BO_GE || Compared->getOpcode() == BO_LT;
    return !IsValidity &&
           (IsIndex(Compared->getLHS()) || IsIndex(Compared->getRHS()));
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return asksForOne(Child, Of, Ctx);
  });
}

} // namespace

bool DeviceMismatchCheck::isOnFirstDevice(const Construction &C,
                                          ASTContext &Ctx) {
  return followsCurrentDevice(C) && !SetsCurrentDevice &&
         llvm::none_of(Guarded, [&](const FunctionDecl *In) {
           return isMadeUnder(C, *In, Ctx);
         });
}

// Loader l("m.pt2", "model", false, 1, 1);
// l.run({x.to(torch::Device(torch::kCUDA, 0))});
bool DeviceMismatchCheck::checkOtherIndex(const Run &R, ASTContext &Ctx) {
  const auto LoadedOn = indexTold(R.Loaders, Ctx);
  if (!LoadedOn || !R.Given.All)
    return false;
  for (const auto &[I, Ways] : llvm::enumerate(*R.Given.All)) {
    const auto Problem = otherIndexProblem(I, Ways, *LoadedOn);
    if (!Problem)
      continue;
    const Expr *Made = expressionOf(Problem->From);
    // Another file makes it: it is the run that takes what it gets.
    const bool IsPassed = isForeign(Problem->From);
    diag(IsPassed ? R.Call->getArg(0)->getBeginLoc()
                  : locationOf(Problem->From, Made),
         "%0")
        << Problem->Text;
    if (IsPassed)
      diag(locationOf(Problem->From, Made), "%0", DiagnosticIDs::Note)
          << PutThereHere;
    noteLoaders(R, Problem->AtInput);
    diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem->AtUse;
    return true;
  }
  return false;
}

// Loader l("m.pt2"); l.run({x.to(torch::Device(torch::kCUDA, 1))});
void DeviceMismatchCheck::checkIndex(const Run &R, ASTContext &Ctx) {
  if (R.Loaders.empty() || (R.Loaded && ignoresCuda(*R.Loaded->Model)) ||
      !llvm::all_of(R.Loaders, [&](const Construction &L) {
        return isOnFirstDevice(L, Ctx);
      }))
    return;
  const Construction &C = R.Loaders.front();
  const StringRef Parameter = indexParameter(C.Class);
  const bool IsAnyOf = !R.Given.All;
  std::vector<TensorValues> Inputs;
  if (!IsAnyOf)
    Inputs = *R.Given.All;
  else if (!R.Given.Each.empty())
    Inputs = {R.Given.Each};
  for (auto [I, Ways] : llvm::enumerate(Inputs))
    if (const auto Problem =
            indexProblem(I, Ways, C.indexOf(Parameter) ? Parameter : "",
                         IsAnyOf ? OnDevice::AnyInput : OnDevice::Input)) {
      const Expr *Made = expressionOf(Problem->From);
      Numbers Of;
      addNumbers(Made, Of);
      const FunctionDecl *Around = Made ? functionAround(*Made, Ctx) : nullptr;
      // 'if (rank == 0)': it may be on the first device alone.
      if (asksForOne(R.Function->getBody(), Of, Ctx) ||
          (Around && asksForOne(Around->getBody(), Of, Ctx)))
        continue;
      return reportIndex(C, *Problem, locationOf(Problem->From, Made), R.Call,
                         Ctx);
    }
}

void DeviceMismatchCheck::reportIndex(const Construction &C,
                                      const IndexProblem &Problem,
                                      SourceLocation At, const Expr *Use,
                                      ASTContext &Ctx) {
  if (!ReportedLoaders::of(Ctx).add(C.Loc))
    return;
  diag(C.Loc, "%0") << Problem.Text << C.Range;
  diag(At, "%0", DiagnosticIDs::Note) << Problem.AtInput;
  diag(Use->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtUse;
}

// loader_ = std::make_unique<Loader>(path); … x.to(device_)
void DeviceMismatchCheck::checkKeptLoader(const Construction &C,
                                          ASTContext &Ctx) {
  if (!isOnFirstDevice(C, Ctx))
    return;
  if (const auto Loaded = packages().of(C, Ctx);
      Loaded && ignoresCuda(*Loaded->Model))
    return;
  const auto Kept = deviceKeptBeside(C, Ctx);
  if (!Kept)
    return;
  const StringRef Parameter = indexParameter(C.Class);
  if (const auto Problem =
          indexProblem(0, Kept->OnIt, C.indexOf(Parameter) ? Parameter : "",
                       OnDevice::TensorOfClass))
    reportIndex(C, *Problem, Kept->Set->getExprLoc(), Kept->Move, Ctx);
}

} // namespace clang::tidy::aoti
