// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/OpenBranches.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Each is one more time that the function is followed.
constexpr size_t MaxIfs = 16;

using Decls = llvm::SmallPtrSet<const ValueDecl *, 8>;

bool isLoop(const Stmt &S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

/// What is written in a statement, but for lambdas in it.
class Reader : public ConstDynamicRecursiveASTVisitor {
public:
  bool TraverseLambdaExpr(const LambdaExpr *) override { return true; }
  bool VisitIfStmt(const IfStmt *If) override {
    Ifs.push_back(If);
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

  std::vector<const IfStmt *> Ifs;
  std::vector<const Stmt *> Exits;
  Decls Mentioned; ///< variables and members
  bool HasOr = false;
  bool AsksForDevice = false;

private:
  void note(const ValueDecl &D) {
    if (isa<VarDecl, FieldDecl, BindingDecl>(D))
      Mentioned.insert(cast<ValueDecl>(D.getCanonicalDecl()));
    if (D.getIdentifier())
      noteName(D.getName());
  }
  void noteName(StringRef Name) {
    for (const StringRef Word : {"cuda", "gpu", "cpu", "dev", "host", "accel",
                                 "avail", "backend", "hip"})
      AsksForDevice |= Name.contains_insensitive(Word);
  }
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

} // namespace

std::vector<Branch> openBranches(const FunctionDecl &Function, const Stmt &Run,
                                 const Conditions &Known, ASTContext &Ctx) {
  std::vector<Branch> Result;
  const SourceManager &SM = Ctx.getSourceManager();
  const Reader All = read(Function.getBody());
  if (All.Ifs.size() > MaxIfs)
    return Result;
  const SourceLocation At = SM.getFileLoc(Run.getBeginLoc());
  const auto IsBefore = [&](SourceLocation Loc) {
    return SM.isBeforeInTranslationUnit(SM.getFileLoc(Loc), At);
  };
  // What the run depends on.
  bool RunsInLoop = false;
  Decls Asked = askedAround(Run, Ctx, RunsInLoop);
  for (const Stmt *Exit : All.Exits)
    if (RunsInLoop || IsBefore(Exit->getBeginLoc())) {
      bool InLoop = false;
      const Decls More = askedAround(*Exit, Ctx, InLoop);
      Asked.insert(More.begin(), More.end());
    }
  for (const IfStmt *If : All.Ifs) {
    Reader Condition;
    readOpen(If->getCond(), Known, Ctx, Condition);
    const Reader Then = read(If->getThen()), Else = read(If->getElse());
    if (If->isConstexpr() || If->hasInitStorage() || If->hasVarStorage() ||
        !IsBefore(If->getEndLoc()) || Condition.AsksForDevice ||
        Condition.HasOr || haveCommon(Condition.Mentioned, Asked) ||
        haveCommon(Then.Mentioned, Asked) ||
        haveCommon(Else.Mentioned, Asked) || !Then.Exits.empty() ||
        !Else.Exits.empty())
      continue;
    bool InLoop = false;
    askedAround(*If, Ctx, InLoop);
    Result.push_back({If, true});
    if (!InLoop)
      Result.push_back({If, false});
  }
  return Result;
}

} // namespace aoti_tidy
