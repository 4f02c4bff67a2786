// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run gets, by all calls of its function and by each.
#include "checks/common/PackageCheck.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorWays.h"
#include "clang/AST/StmtCXX.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

PackageCheck::Flow PackageCheck::flowOf(const FunctionDecl &Function,
                                        Assumption Assumed) {
  constexpr size_t MaxAssuming = 64;
  const auto Known = [&](auto &Flows, const auto &Key) {
    const auto [It, IsNew] = Flows.try_emplace(Key);
    if (IsNew)
      It->second = TensorDataflow::of(Function, *Context, Assumed);
    return It->second;
  };
  if (Assumed == Assumption())
    return Known(Flows, &Function);
  if (std::exchange(AssumingOf, &Function) != &Function ||
      Assuming.size() == MaxAssuming)
    Assuming.clear();
  return Known(Assuming, Assumed);
}

PackageCheck::Inputs PackageCheck::inputsOf(const CXXMemberCallExpr &Call,
                                            const FunctionDecl &Function,
                                            Assumption Assumed) {
  Inputs Result;
  Result.Flow = flowOf(Function, Assumed);
  if (!Result.Flow)
    return Result;
  const Expr *List = Call.getArg(0);
  Result.All = Result.Flow->listAt(List);
  if (!Result.All)
    Result.Each = Result.Flow->elementsAt(List);
  // h = model.run({x, h})[1]: the first run gets what there was before.
  const auto LeaveOutOwn = [Own = placeOf(&Call)](TensorValues &Ways) {
    const auto IsOwn = [Own](const TensorValue &T) {
      return T.Device && T.Device->From == Own;
    };
    if (!llvm::all_of(Ways, IsOwn))
      llvm::erase_if(Ways, IsOwn);
  };
  LeaveOutOwn(Result.Each);
  if (Result.All)
    llvm::for_each(*Result.All, LeaveOutOwn);
  return Result;
}

namespace {

/// The conditions that decide whether a function comes to a run: those around it,
/// and those before it on which the function returns.
class RunConditions {
public:
  RunConditions(const FunctionDecl &Function, const Expr &Run, ASTContext &Ctx)
      : SM(Ctx.getSourceManager()), End(SM.getExpansionLoc(Run.getBeginLoc())) {
    anyAround(Run, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
      if (const Expr *Condition = conditionOn(Outer, Inner))
        All.push_back(Condition);
      return false;
    });
    visit(Function.getBody());
  }

  bool empty() const { return All.empty(); }
  /// Whether one of them asks for an argument.
  bool askForArguments() const { return llvm::any_of(All, mentionsParameter); }
  bool hasSeveralRuns() const { return Runs > 1; }

private:
  /// Whether \p S may return.
  bool visit(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return false;
    Runs += isModelRun(S);
    bool Returns = isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(S);
    for (const Stmt *Child : S->children())
      Returns |= visit(Child);
    if (const auto *If = dyn_cast<IfStmt>(S);
        If && Returns &&
        SM.isBeforeInTranslationUnit(SM.getExpansionLoc(If->getEndLoc()), End))
      All.push_back(If->getCond());
    return Returns;
  }

  static bool mentionsParameter(const Stmt *S) {
    if (!S)
      return false;
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return (Ref && isa<ParmVarDecl>(Ref->getDecl())) ||
           llvm::any_of(S->children(), mentionsParameter);
  }

  const SourceManager &SM;
  const SourceLocation End;
  llvm::SmallVector<const Stmt *, 4> All;
  unsigned Runs = 0;
};

} // namespace

/// Whether the program makes \p A in one branch of an 'if' or '?:' and \p B in the
/// other one. Not where it returns them: what the caller passes may decide.
static bool areAlternatives(const Expr &A, const Expr &B, ASTContext &Ctx) {
  const auto IsReturn = [](const Stmt &Outer, const Stmt &) {
    return isa<ReturnStmt>(Outer);
  };
  return !anyAround(A, Ctx, IsReturn) &&
         anyAround(A, Ctx, [&](const Stmt &Choice, const Stmt &OfA) {
           return isa<IfStmt, ConditionalOperator>(Choice) &&
                  conditionOn(Choice, OfA) &&
                  anyAround(B, Ctx, [&](const Stmt &Outer, const Stmt &OfB) {
                    return &Outer == &Choice && &OfB != &OfA &&
                           conditionOn(Outer, OfB);
                  });
         });
}

std::vector<PackageCheck::Run> PackageCheck::choicesOf(const Run &R) {
  const bool IsChoice =
      R.Loaders.size() == 2 &&
      areAlternatives(*R.Loaders[0].Node, *R.Loaders[1].Node, *Context);
  if (R.Loaded || !IsChoice ||
      !RunConditions(*R.Function, *R.Call, *Context).empty())
    return {R};
  std::vector<Run> Result;
  for (const Construction &L : R.Loaders)
    Result.push_back(
        {R.Call, R.Function, {L}, Packages.of(L, *Context), R.Given});
  return Result;
}

std::optional<PackageCheck::Inputs> PackageCheck::givenOnGpu(const Run &R) {
  if (!RunConditions(*R.Function, *R.Call, *Context).empty())
    return std::nullopt;
  return inputsOf(*R.Call, *R.Function, {.HasGpu = true});
}

std::vector<PackageCheck::Inputs> PackageCheck::givenByCalls(const Run &R) {
  constexpr size_t MaxCalls = 16;
  const auto Calls = UnitIndex::of(*Context).callsOf(*R.Function);
  std::vector<Inputs> Result;
  if (Calls.empty() || Calls.size() > MaxCalls ||
      UnitIndex::of(*Context).isOverridden(*R.Function))
    return Result;
  const RunConditions Before(*R.Function, *R.Call, *Context);
  if (Before.hasSeveralRuns() || Before.askForArguments())
    return Result;
  for (const UnitIndex::Call &By : Calls)
    if (!By.Args.empty())
      Result.push_back(inputsOf(*R.Call, *R.Function, {.Call = &By}));
  return Result;
}

PackageCheck::Inputs PackageCheck::describedInputs(const Run &R) {
  Inputs Result = R.Given;
  const auto IsUnknown = [](const TensorValues &Ways) {
    return Ways.empty() ||
           llvm::any_of(Ways, [](const TensorValue &T) { return !T.Device; });
  };
  if (!Result.All || llvm::none_of(*Result.All, IsUnknown))
    return Result;
  std::vector<TensorValues> ByCalls;
  bool IsFirst = true;
  for (const Inputs &Given : givenByCalls(R)) {
    if (!Given.All || Given.All->size() != Result.All->size())
      return Result;
    if (std::exchange(IsFirst, false)) {
      ByCalls = *Given.All;
      continue;
    }
    for (auto [Known, Ways] : llvm::zip(ByCalls, *Given.All))
      Known = unite(std::move(Known), Ways);
  }
  for (auto [Known, Ways] : llvm::zip(ByCalls, *Result.All))
    if (IsUnknown(Ways) && !IsUnknown(Known))
      Ways = std::move(Known);
  return Result;
}

} // namespace clang::tidy::aoti
