// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/OpenBranches.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/AskedFor.h"
#include "checks/lib/hosts/GpuQuestions.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/hosts/Values.h"
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

/// Whether \p E says the same whenever it is evaluated.
bool isConstant(const Expr *E, ASTContext &Ctx) {
  Expr::EvalResult Known;
  return E && !E->isValueDependent() &&
         (isa<StringLiteral>(stripped(E)) || evaluateString(E, Ctx) ||
          E->EvaluateAsRValue(Known, Ctx));
}

/// Whether \p D, of which a condition is made, never says anything else.
bool isFixed(const ValueDecl &D, ASTContext &Ctx) {
  if (const auto *Var = dyn_cast<VarDecl>(&D))
    return !isa<ParmVarDecl>(Var) && isConstant(valueOfVariable(Var, Ctx), Ctx);
  const auto *Field = dyn_cast<FieldDecl>(&D);
  const auto Values = Field ? UnitIndex::of(Ctx).allValuesOf(*Field)
                            : llvm::SmallVector<const Expr *, 2>();
  return Values.size() == 1 && isConstant(Values.front(), Ctx);
}

/// Whether what a helper is given may be one thing or another: not a constant, the
/// address of something, a struct that is made for it.
bool isOpenArgument(const Expr *E, ASTContext &Ctx) {
  const Expr *Inner = stripped(E);
  const auto *Made = dyn_cast<CXXConstructExpr>(Inner);
  if (Made && Made->getConstructor()->isCopyOrMoveConstructor() &&
      Made->getNumArgs() > 0)
    Inner = stripped(Made->getArg(0));
  else if (Made)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Inner)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    const QualType T = Ref->getType();
    return Var &&
           (isa<ParmVarDecl>(Var) || T->isArithmeticType() ||
            !elementType(T).isNull()) &&
           !isFixed(*Var, Ctx);
  }
  const auto *Unary = dyn_cast<UnaryOperator>(Inner);
  return !isa<InitListExpr, LambdaExpr>(Inner) &&
         !(Unary && Unary->getOpcode() == UO_AddrOf) && !isConstant(E, Ctx);
}

/// Whether \p S asks what tensors are; not if there is one in a member:
/// 'last_.defined()'.
bool asksTensors(const Stmt *S) {
  if (!S)
    return false;
  const auto *Call = dyn_cast<CXXMemberCallExpr>(S);
  if (Call && nameOf(Call->getMethodDecl()) == "defined" &&
      ownFieldOf(Call->getImplicitObjectArgument()))
    return false;
  if (isa<DeclRefExpr, MemberExpr>(S)) {
    const QualType T = cast<Expr>(S)->getType();
    if (isTensor(T) || holdsTensors(T) || isOptional(T))
      return true;
  }
  return llvm::any_of(S->children(), asksTensors);
}

/// Whether \p Helper may change tensors of its caller: which way it goes then, its
/// result may tell, or what it leaves behind.
bool changesTensors(const FunctionDecl &Helper) {
  return llvm::any_of(Helper.parameters(), [](const ParmVarDecl *Param) {
    const QualType T = Param->getType();
    const QualType Of = T->isPointerType() || T->isLValueReferenceType()
                            ? T->getPointeeType()
                            : QualType();
    return !Of.isNull() && !Of.isConstQualified() &&
           (isTensor(Of) || holdsTensors(Of) || isOptional(Of) ||
            isTensorStruct(Of));
  });
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
    if (All.Branches.size() > MaxBranches || changesTensors(Helper))
      return;
    for (const Stmt *Each : All.Branches)
      add(*Each, All, &Call);
  }

  /// Whether the way is settled by what is in sight: by the tensors at hand, 'x.dim()
  /// == 3', by constants, or by what the helper is called \p By with.
  bool isClosed(const Stmt &Branch, const StatementReader &Condition,
                const CallExpr *By) const {
    if (asksTensors(conditionOf(Branch)))
      return true;
    bool HasOpen = Condition.Mentioned.empty();
    for (const ValueDecl *D : Condition.Mentioned) {
      // const bool isLarge = x.size(0) > 4;
      const auto *Var = dyn_cast<VarDecl>(D);
      if (Var && Var->isLocalVarDecl() && asksTensors(Var->getInit()))
        return true;
      const auto *Param = By ? dyn_cast<ParmVarDecl>(D) : nullptr;
      const unsigned I = Param ? Param->getFunctionScopeIndex() : 0;
      if (Param &&
          (I >= By->getNumArgs() || !isOpenArgument(By->getArg(I), Ctx)))
        return true;
      HasOpen |= !isFixed(*D, Ctx);
    }
    return !HasOpen;
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

  /// Whether a helper that returns early may say so by what it sets or calls, which
  /// the run depends on: 'error_ = 1; return x;'.
  bool leavesStatus(const StatementReader &All, const StatementReader &Then,
                    const StatementReader &Else, const CallExpr *By) const {
    AskedDecls Set;
    for (const auto &Each : All.Set)
      Set.insert(Each.first);
    return !Then.Functions.empty() || !Else.Functions.empty() ||
           isAskedFor(Set, By);
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
    if (By && (!Then.Exits.empty() || !Else.Exits.empty()) &&
        leavesStatus(All, Then, Else, By))
      return;
    if (isClosed(Branch, Condition, By) || Condition.AsksForDevice ||
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
