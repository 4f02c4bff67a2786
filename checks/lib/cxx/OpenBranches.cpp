// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/OpenBranches.h"
#include "checks/lib/cxx/GpuQuestions.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/cxx/TensorTypes.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Each is one more time that the function is followed.
constexpr size_t MaxBranches = 16;
/// Of a function with more of them, helpers or exits, none is looked at.
constexpr size_t MaxLookedAt = 64;

using Decls = llvm::SmallPtrSet<const ValueDecl *, 8>;

bool isLoop(const Stmt &S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

/// What is written in a statement, but for lambdas in it.
class Reader : public ConstDynamicRecursiveASTVisitor {
public:
  bool TraverseLambdaExpr(const LambdaExpr *) override { return true; }
  bool VisitIfStmt(const IfStmt *If) override {
    if (!If->isConstexpr() && !If->hasInitStorage() && !If->hasVarStorage())
      Branches.push_back(If);
    return true;
  }
  /// Not 'n > 3 ? at::kCUDA : at::kCPU', which is about devices.
  bool VisitConditionalOperator(const ConditionalOperator *Choice) override {
    if (isTensor(Choice->getType()) || holdsTensors(Choice->getType()))
      Branches.push_back(Choice);
    return true;
  }
  bool VisitCallExpr(const CallExpr *Call) override {
    if (const FunctionDecl *Body = helperIn(*Call)) {
      const auto [It, IsFirst] = Helpers.insert({Body, Call});
      if (!IsFirst)
        It->second = nullptr;
    }
    return true;
  }
  bool VisitStmt(const Stmt *S) override {
    if (isa<ReturnStmt, BreakStmt, ContinueStmt, CXXThrowExpr, GotoStmt>(S))
      Exits.push_back(S);
    return true;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *E) override {
    note(*E->getDecl());
    return true;
  }
  bool VisitMemberExpr(const MemberExpr *E) override {
    note(*E->getMemberDecl());
    return true;
  }
  bool VisitStringLiteral(const StringLiteral *E) override {
    // Of a wider one the bytes are no letters.
    if (E->getCharByteWidth() == 1)
      noteName(E->getString());
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *E) override {
    HasOr |= E->getOpcode() == BO_LOr;
    return true;
  }

  std::vector<const Stmt *> Branches; ///< 'if's and '?:'s
  /// The call of a function of the program; null if there are several.
  llvm::MapVector<const FunctionDecl *, const CallExpr *> Helpers;
  std::vector<const Stmt *> Exits;
  Decls Mentioned; ///< variables and members
  bool HasOr = false;
  bool AsksForDevice = false;

private:
  /// The definition of what is called, if control surely gets there.
  static const FunctionDecl *helperIn(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    const FunctionDecl *Body = Callee ? Callee->getDefinition() : nullptr;
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Body);
    const bool IsHelper =
        Body && Body->getBody() && !isOfLibrary(Body) && !Body->isVariadic() &&
        !isa<CXXOperatorCallExpr>(Call) && !(Method && Method->isVirtual());
    return IsHelper ? Body : nullptr;
  }
  void note(const ValueDecl &D) {
    if (isa<VarDecl, FieldDecl, BindingDecl>(D))
      Mentioned.insert(cast<ValueDecl>(D.getCanonicalDecl()));
    if (D.getIdentifier())
      noteName(D.getName());
  }
  void noteName(StringRef Name) { AsksForDevice |= isAboutDevices(Name); }
};

Reader read(const Stmt *S) {
  Reader Result;
  Result.TraverseStmt(S);
  return Result;
}

/// Reads what is not known of \p E: "b" of 'a && b', if 'a' is.
void readOpen(const Expr *E, const Conditions &Known, ASTContext &Ctx,
              Reader &Into) {
  const auto *And = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (And && And->getOpcode() == BO_LAnd) {
    readOpen(And->getLHS(), Known, Ctx, Into);
    readOpen(And->getRHS(), Known, Ctx, Into);
  } else if (Known.decide(E, Ctx) != true) {
    Into.TraverseStmt(E);
  }
}

bool haveCommon(const Decls &A, const Decls &B) {
  return llvm::any_of(A, [&](const ValueDecl *D) { return B.contains(D); });
}

/// What the conditions around \p S ask for; \p InLoop: whether it is in a loop.
Decls askedAround(const Stmt &S, ASTContext &Ctx, bool &InLoop) {
  Decls Result;
  anyAround(S, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    InLoop |= isLoop(Outer);
    const Decls More = read(conditionOn(Outer, Inner)).Mentioned;
    Result.insert(More.begin(), More.end());
    return false;
  });
  return Result;
}

/// The functions of one file, each read once, not for each run in it.
class Bodies {
public:
  explicit Bodies(ASTContext &) {}
  const Reader &of(const FunctionDecl &Function) {
    const auto [It, IsNew] = Known.try_emplace(&Function);
    if (IsNew)
      It->second = std::make_unique<Reader>(read(Function.getBody()));
    return *It->second;
  }

private:
  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<Reader>> Known;
};

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

class OpenBranches {
public:
  OpenBranches(const Conditions &Known, ASTContext &Ctx)
      : Known(Known), Ctx(Ctx) {}

  std::vector<Branch> before(const Stmt &Run, const FunctionDecl &Function) {
    const Reader &All = oncePerFile<Bodies>(Ctx).of(Function);
    if (std::max({All.Branches.size(), All.Helpers.size(), All.Exits.size()}) >
        MaxLookedAt)
      return {};
    const SourceManager &SM = Ctx.getSourceManager();
    // What is in the run's arguments is before it, too.
    const SourceLocation End = SM.getFileLoc(Run.getEndLoc());
    const auto IsBefore = [&](SourceLocation Loc) {
      return SM.isBeforeInTranslationUnit(SM.getFileLoc(Loc), End);
    };
    // What the run depends on.
    bool RunsInLoop = false;
    Asked = askedAround(Run, Ctx, RunsInLoop);
    for (const Stmt *Exit : All.Exits)
      if (RunsInLoop || IsBefore(Exit->getBeginLoc())) {
        bool InLoop = false;
        const Decls More = askedAround(*Exit, Ctx, InLoop);
        Asked.insert(More.begin(), More.end());
      }
    for (const Stmt *Each : All.Branches)
      if (IsBefore(Each->getEndLoc()))
        add(*Each, /*By=*/nullptr);
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
    const Reader &All = oncePerFile<Bodies>(Ctx).of(Helper);
    if (All.Branches.size() > MaxBranches)
      return;
    for (const Stmt *Each : All.Branches)
      add(*Each, &Call);
  }

  /// Whether what \p Of mentions, in a helper called \p By, is asked for.
  bool isAskedFor(const Reader &Of, const CallExpr *By) const {
    return llvm::any_of(Of.Mentioned, [&](const ValueDecl *D) {
      const auto *Param = By ? dyn_cast<ParmVarDecl>(D) : nullptr;
      if (!Param)
        return Asked.contains(D);
      const unsigned I = Param->getFunctionScopeIndex();
      return I >= By->getNumArgs() ||
             haveCommon(read(By->getArg(I)).Mentioned, Asked);
    });
  }

  void add(const Stmt &Branch, const CallExpr *By) {
    Reader Condition;
    readOpen(conditionOf(Branch), Known, Ctx, Condition);
    const auto [First, Second] = waysOf(Branch);
    const Reader Then = read(First), Else = read(Second);
    // A helper returns to where it was called.
    const auto Leaves = [&](const Reader &Way) {
      return llvm::any_of(Way.Exits, [&](const Stmt *Exit) {
        return !By || !isa<ReturnStmt>(Exit);
      });
    };
    if (Condition.AsksForDevice || Condition.HasOr || Leaves(Then) ||
        Leaves(Else) || isAskedFor(Condition, By) || isAskedFor(Then, By) ||
        isAskedFor(Else, By) ||
        mayDependOnGpu(*conditionOf(Branch), /*Bound=*/nullptr, Ctx))
      return;
    bool InLoop = false;
    askedAround(Branch, Ctx, InLoop);
    if (By)
      askedAround(*By, Ctx, InLoop);
    const bool HasOther = Second || !Then.Exits.empty();
    Result.push_back({&Branch, true, HasOther});
    if (!InLoop || isa<ConditionalOperator>(Branch))
      Result.push_back({&Branch, false, HasOther});
  }

  const Conditions &Known;
  ASTContext &Ctx;
  Decls Asked;
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
