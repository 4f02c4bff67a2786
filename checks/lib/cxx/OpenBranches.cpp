// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/OpenBranches.h"
#include "checks/lib/cxx/AskedFor.h"
#include "checks/lib/cxx/GpuQuestions.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/cxx/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Each is one more time that the function is followed.
constexpr size_t MaxBranches = 16;

/// Reads what is not known of \p E: "b" of 'a && b', if 'a' is.
void readOpen(const Expr *E, const Conditions &Known, ASTContext &Ctx,
              StatementReader &Into) {
  const auto *And = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (And && And->getOpcode() == BO_LAnd) {
    readOpen(And->getLHS(), Known, Ctx, Into);
    readOpen(And->getRHS(), Known, Ctx, Into);
  } else if (Known.decide(E, Ctx) != true) {
    Into.TraverseStmt(E);
  }
}

bool haveCommon(const AskedDecls &A, const AskedDecls &B) {
  return llvm::any_of(A, [&](const ValueDecl *D) { return B.contains(D); });
}

const Expr *conditionOf(const Stmt &Branch) {
  if (const auto *If = dyn_cast<IfStmt>(&Branch))
    return If->getCond();
  return cast<ConditionalOperator>(Branch).getCond();
}

std::pair<const Stmt *, const Stmt *> waysOf(const Stmt &Branch) {
  if (const auto *If = dyn_cast<IfStmt>(&Branch))
    return {If->getThen(), If->getElse()};
  const auto &Choice = cast<ConditionalOperator>(Branch);
  return {Choice.getTrueExpr(), Choice.getFalseExpr()};
}

/// 'n > 4': a flag, or a number that may be none, 'rank >= 0', may be there to say
/// which device it is, by whatever name.
bool comparesNumbers(const Expr &Condition, const ASTContext &Ctx) {
  const auto *Compared =
      dyn_cast<BinaryOperator>(Condition.IgnoreParenImpCasts());
  if (!Compared || !Compared->isComparisonOp())
    return false;
  return llvm::all_of(
      llvm::ArrayRef<const Expr *>{Compared->getLHS(), Compared->getRHS()},
      [&](const Expr *Side) {
        Expr::EvalResult Known;
        return Side->getType()->isIntegerType() &&
               !Side->IgnoreParenImpCasts()->getType()->isBooleanType() &&
               (!Side->EvaluateAsInt(Known, Ctx) ||
                Known.Val.getInt().getExtValue() > 1);
      });
}

/// Whether \p Branch chooses among devices by something other than a number.
bool choosesDevice(const Stmt &Branch, const ASTContext &Ctx) {
  const auto *Choice = dyn_cast<ConditionalOperator>(&Branch);
  return Choice && isDevice(Choice->getType()) &&
         !comparesNumbers(*Choice->getCond(), Ctx);
}

class OpenBranches {
public:
  OpenBranches(const Conditions &Known, ASTContext &Ctx)
      : Known(Known), Ctx(Ctx), Read(oncePerFile<BodyReaders>(Ctx)) {}

  std::vector<Branch> before(const Stmt &Run, const FunctionDecl &Function) {
    const StatementReader &All = Read.of(Function);
    Caller = &All;
    if (std::max({All.Branches.size(), All.Helpers.size(), All.Exits.size(),
                  All.Ends.size()}) > MaxLookedAt)
      return {};
    const SourceManager &SM = Ctx.getSourceManager();
    // What is in the run's arguments is before it, too.
    const SourceLocation End = SM.getFileLoc(Run.getEndLoc());
    const auto IsBefore = [&](SourceLocation Loc) {
      return SM.isBeforeInTranslationUnit(SM.getFileLoc(Loc), End);
    };
    const Around OfRun = askedAround(Run, Ctx);
    Asked = OfRun.Asked;
    const auto MayComeFirst = [&](const Stmt &S) {
      return OfRun.InLoop || IsBefore(S.getBeginLoc());
    };
    for (const Stmt *Exit : All.Exits)
      if (MayComeFirst(*Exit)) {
        const AskedDecls More = askedAround(*Exit, Ctx).Asked;
        Asked.insert(More.begin(), More.end());
      }
    // Not what is asked around 'if (!ok) abort();': that way is open if it is ok.
    for (const Stmt *Each : All.Ends)
      if (MayComeFirst(*Each))
        Endings.push_back(
            {Each, askedAround(*Each, Ctx, Reach::Innermost).Asked});
    for (const BodyRun &Each : All.Runs)
      if (MayComeFirst(*Each.At))
        if (const BodyReaders::Leaving &Leaving = Read.leavingOf(*Each.Body);
            Leaving.IsPossible)
          Endings.push_back({Each.At, Read.askedToLeave(Each, Leaving)});
    if (Endings.size() > MaxLookedAt)
      return {};
    Read.expand(Asked, All);
    for (Ending &Each : Endings)
      Read.expand(Each.Asked, All);
    for (const Stmt *Each : All.Branches)
      if (IsBefore(Each->getEndLoc()))
        add(*Each, All, /*By=*/nullptr);
    for (const auto &[Helper, Call] : All.Helpers)
      if (Call && IsBefore(Call->getEndLoc()))
        addCalled(*Helper, *Call);
    return Result.size() > MaxBranches ? std::vector<Branch>()
                                       : std::move(Result);
  }

private:
  /// Those of a helper that is called once: what it does by a parameter, it does
  /// by what it is given.
  void addCalled(const FunctionDecl &Helper, const CallExpr &Call) {
    const StatementReader &All = Read.of(Helper);
    if (All.Branches.size() > MaxBranches)
      return;
    for (const Stmt *Each : All.Branches)
      add(*Each, All, &Call);
  }

  /// Whether what the run depends on is \p Mentioned in a helper called \p By;
  /// not what decides on ends \p Within.
  bool isAskedFor(const AskedDecls &Mentioned, const CallExpr *By,
                  const Stmt *Within = nullptr) const {
    AskedDecls Given;
    for (const ValueDecl *D : Mentioned) {
      const auto *Param = By ? dyn_cast<ParmVarDecl>(D) : nullptr;
      if (!Param)
        Given.insert(D);
      else if (const unsigned I = Param->getFunctionScopeIndex();
               I < By->getNumArgs())
        insertAsked(readStatement(By->getArg(I)), Given);
      else
        return true;
    }
    if (By && !Within)
      Read.expand(Given, *Caller);
    return haveCommon(Given, Asked) ||
           llvm::any_of(Endings, [&](const Ending &Each) {
             return haveCommon(Given, Each.Asked) &&
                    !(Within && isWithin(*Each.At, *Within));
           });
  }

  bool isWithin(const Stmt &S, const Stmt &Of) const {
    return anyAround(
        S, Ctx, [&](const Stmt &Outer, const Stmt &) { return &Outer == &Of; });
  }

  /// \p All is the function that \p Branch is in, a helper if it is called \p By.
  void add(const Stmt &Branch, const StatementReader &All, const CallExpr *By) {
    StatementReader Condition;
    readOpen(conditionOf(Branch), Known, Ctx, Condition);
    AskedDecls Conditions;
    insertAsked(Condition, Conditions);
    Read.expand(Conditions, All);
    const auto [First, Second] = waysOf(Branch);
    const StatementReader Then = readStatement(First),
                          Else = readStatement(Second);
    // A helper returns to where it was called.
    const auto Leaves = [&](const StatementReader &Way) {
      return llvm::any_of(Way.Exits, [&](const Stmt *Exit) {
        return !By || !isa<ReturnStmt>(Exit);
      });
    };
    if (choosesDevice(Branch, Ctx) || Condition.AsksForDevice ||
        Condition.HasOr || Leaves(Then) || Leaves(Else) ||
        isAskedFor(Conditions, By) || isAskedFor(Then.Mentioned, By, &Branch) ||
        isAskedFor(Else.Mentioned, By, &Branch) ||
        mayDependOnGpu(*conditionOf(Branch), /*Bound=*/nullptr, Ctx))
      return;
    const bool InLoop =
        askedAround(Branch, Ctx).InLoop || (By && askedAround(*By, Ctx).InLoop);
    const bool HasOther = Second || !Then.Exits.empty();
    Result.push_back({&Branch, true, HasOther});
    if (!InLoop || isa<ConditionalOperator>(Branch))
      Result.push_back({&Branch, false, HasOther});
  }

  const Conditions &Known;
  ASTContext &Ctx;
  BodyReaders &Read;
  const StatementReader *Caller = nullptr; ///< of the function of the run
  AskedDecls Asked;                        ///< what the run depends on
  /// What does not come back before it, and what decides on that.
  struct Ending {
    const Stmt *At;
    AskedDecls Asked;
  };
  std::vector<Ending> Endings;
  std::vector<Branch> Result;
};

} // namespace

bool isAboutDevices(StringRef Names) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"cuda", "gpu", "cpu", "dev", "host",
                                       "accel", "avail", "backend", "hip"},
      [&](StringRef Word) { return Names.contains_insensitive(Word); });
}

const Expr *Branch::condition() const {
  return At ? conditionOf(*At) : nullptr;
}

std::vector<Branch> openBranches(const FunctionDecl &Function, const Stmt &Run,
                                 const Conditions &Known, ASTContext &Ctx) {
  return OpenBranches(Known, Ctx).before(Run, Function);
}

} // namespace aoti_tidy
