// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds at a statement, by the branches around it and before it.
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/Conditions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

using Labels = llvm::SmallVector<const SwitchCase *, 4>;

/// Whether control never gets past \p S.
bool leaves(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && leaves(Block->body_back());
  if (const auto *If = dyn_cast_or_null<IfStmt>(S))
    return If->getElse() && leaves(If->getThen()) && leaves(If->getElse());
  if (const auto *E = dyn_cast_or_null<Expr>(S)) {
    E = E->IgnoreImplicit();
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return isa<CXXThrowExpr>(E) || (Callee && Callee->isNoReturn());
  }
  return isa_and_nonnull<ReturnStmt, ContinueStmt, BreakStmt>(S);
}

/// Whether \p S has a 'break' of the switch that it stands in.
bool breaks(const Stmt *S) {
  if (!S ||
      isa<Expr, SwitchStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  return isa<BreakStmt>(S) || llvm::any_of(S->children(), breaks);
}

/// \p S without the labels in front of it, which are added to \p Into.
const Stmt *behindLabels(const Stmt *S, Labels &Into) {
  while (const auto *Label = dyn_cast_or_null<SwitchCase>(S)) {
    Into.push_back(Label);
    S = Label->getSubStmt();
  }
  return S;
}

/// Calls \p Visit with each statement of \p Switch and the labels that may
/// have led there: its own, and those before it that fall through. False if
/// control may get there in other ways: by labels within blocks, by goto.
bool forEachStatement(
    const SwitchStmt &Switch,
    llvm::function_ref<void(const Stmt &, const Labels &)> Visit) {
  const auto *Body = dyn_cast<CompoundStmt>(Switch.getBody());
  size_t Unseen = 0;
  for (const SwitchCase *Label = Switch.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase())
    ++Unseen;
  if (!Body)
    return false;
  for (const Stmt *S : Body->body()) {
    Labels Own;
    if (isa_and_nonnull<LabelStmt>(behindLabels(S, Own)))
      return false;
    Unseen -= Own.size();
  }
  if (Unseen != 0)
    return false;
  Labels Leading;
  for (const Stmt *S : Body->body()) {
    const Stmt *Inner = behindLabels(S, Leading);
    Visit(*S, Leading);
    if (leaves(Inner))
      Leading.clear();
  }
  return true;
}

/// The labels through which control gets to \p S, a statement of its body.
Labels labelsTo(const Stmt &S, const SwitchStmt &Switch) {
  Labels Result;
  const bool Succeeded =
      forEachStatement(Switch, [&](const Stmt &Here, const Labels &Leading) {
        if (&Here == &S)
          Result = Leading;
      });
  return Succeeded ? Result : Labels();
}

/// The labels of \p Switch through which control gets behind it: all but those
/// that leave the block around it.
Labels labelsPast(const SwitchStmt &Switch) {
  Labels Past, Open, All;
  const Stmt *Last = nullptr;
  const bool Succeeded =
      forEachStatement(Switch, [&](const Stmt &S, const Labels &Leading) {
        Open = Leading;
        Labels Own;
        Last = behindLabels(&S, Own);
        if (breaks(Last))
          llvm::append_range(Past, Leading);
      });
  // What falls out of the last one.
  if (Last && !leaves(Last))
    llvm::append_range(Past, Open);
  for (const SwitchCase *Label = Switch.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase())
    All.push_back(Label);
  return Succeeded ? Past : All;
}

bool canLeave(const Stmt &S) {
  if (const auto *If = dyn_cast<IfStmt>(&S))
    return !If->getElse() && leaves(If->getThen());
  return isa<SwitchStmt>(S);
}

/// The statements of each block that leave it on a condition, 'if (…) return;',
/// which long code has few of: a block is walked once, not once for each run in
/// it.
class EarlyExits {
public:
  explicit EarlyExits(ASTContext &) {}

  /// Those of \p Block that come before \p Inner, a statement of it.
  llvm::ArrayRef<const Stmt *> before(const Stmt &Inner,
                                      const CompoundStmt &Block) {
    const auto [It, IsNew] = ByBlock.try_emplace(&Block);
    std::vector<const Stmt *> &Exits = It->second;
    if (IsNew)
      for (const Stmt *S : Block.body()) {
        if (!Exits.empty())
          Before[S] = Exits.size();
        if (canLeave(*S))
          Exits.push_back(S);
      }
    return llvm::ArrayRef(Exits).take_front(Before.lookup(&Inner));
  }

private:
  llvm::DenseMap<const CompoundStmt *, std::vector<const Stmt *>> ByBlock;
  /// How many come before a statement; 0 for those that are not in it.
  llvm::DenseMap<const Stmt *, size_t> Before;
};

} // namespace

void Conditions::assumeLabels(const SwitchStmt &Switch,
                              llvm::ArrayRef<const SwitchCase *> To,
                              ASTContext &Ctx) {
  const std::string Subject = subjectOf(Switch.getCond(), Ctx);
  if (Subject.empty() || To.empty())
    return;
  Asked.push_back({Switch.getCond()});
  const auto ValueOf = [&](const SwitchCase *Label) -> std::string {
    const auto *Case = dyn_cast<CaseStmt>(Label);
    // Of 'case 1 ... 3', no single value is known.
    return Case && !Case->getRHS() ? constantText(Case->getLHS(), Ctx) : "";
  };
  if (To.size() == 1)
    if (const std::string Only = ValueOf(To.front()); !Only.empty())
      return assume({Subject, Only}, true);
  for (const SwitchCase *Label = Switch.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase())
    if (const std::string Other = ValueOf(Label);
        !Other.empty() && !llvm::is_contained(To, Label))
      assume({Subject, Other}, false);
}

void Conditions::assumePassed(const Stmt &Branch, ASTContext &Ctx) {
  if (const auto *If = dyn_cast<IfStmt>(&Branch))
    return assume(If->getCond(), false, Ctx);
  const auto &Switch = cast<SwitchStmt>(Branch);
  const Labels Past = labelsPast(Switch);
  const bool HasDefault = llvm::any_of(
      Past, [](const SwitchCase *L) { return isa<DefaultStmt>(L); });
  // A value without a label passes it, too, unless 'default' takes it.
  bool TakesRest = false;
  Labels All;
  for (const SwitchCase *Label = Switch.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase()) {
    TakesRest |= isa<DefaultStmt>(Label);
    All.push_back(Label);
  }
  const std::string Subject = subjectOf(Switch.getCond(), Ctx);
  if (Subject.empty())
    return;
  Asked.push_back({Switch.getCond()});
  if (TakesRest && !HasDefault)
    return assumeLabels(Switch, Past, Ctx);
  for (const SwitchCase *Label : All)
    if (const auto *Case = dyn_cast<CaseStmt>(Label);
        Case && !Case->getRHS() && !llvm::is_contained(Past, Label))
      if (const std::string Left = constantText(Case->getLHS(), Ctx);
          !Left.empty())
        assume({Subject, Left}, false);
}

void Conditions::assumeAround(const Stmt &S, ASTContext &Ctx) {
  anyAround(S, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    if (const auto *If = dyn_cast<IfStmt>(&Outer)) {
      if (&Inner == If->getThen() || &Inner == If->getElse())
        assume(If->getCond(), &Inner == If->getThen(), Ctx);
      if (const auto Test =
              If->isConstexpr() ? testIn(If->getCond(), Ctx) : std::nullopt)
        OfCompiler.insert(Test->Subject);
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(&Outer)) {
      if (&Inner == Choice->getTrueExpr() || &Inner == Choice->getFalseExpr())
        assume(Choice->getCond(), &Inner == Choice->getTrueExpr(), Ctx);
    } else if (const auto *Block = dyn_cast<CompoundStmt>(&Outer)) {
      const auto Around = Ctx.getParents(*Block);
      const auto *Switch =
          Around.empty() ? nullptr : Around[0].get<SwitchStmt>();
      // What comes before it in a switch may not have been gone through.
      if (Switch)
        assumeLabels(*Switch, labelsTo(Inner, *Switch), Ctx);
      else
        for (const Stmt *Branch :
             oncePerFile<EarlyExits>(Ctx).before(Inner, *Block))
          assumePassed(*Branch, Ctx);
    }
    return false;
  });
}

} // namespace aoti_tidy
