// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/FirstRun.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/AotiApi.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The object that \p Run runs, if it can be told apart: a variable or a member
/// of '*this', not an element of a container. Null if it cannot.
const ValueDecl *modelOf(const CallExpr &Run) {
  // A subclass may have a 'run()' without arguments.
  const auto *OnObject = dyn_cast<CXXMemberCallExpr>(&Run);
  const Expr *E =
      OnObject ? OnObject->getImplicitObjectArgument() : Run.getArg(0);
  while (E) {
    E = E->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return isa<CXXThisExpr>(Member->getBase()->IgnoreParenCasts())
                 ? dyn_cast<FieldDecl>(Member->getMemberDecl())
                 : nullptr;
    // *loader, smart->run()
    const auto *Deref = dyn_cast<UnaryOperator>(E);
    const auto *Smart = dyn_cast<CXXOperatorCallExpr>(E);
    if (Deref && Deref->getOpcode() == UO_Deref)
      E = Deref->getSubExpr();
    else if (Smart && (Smart->getOperator() == OO_Arrow ||
                       Smart->getOperator() == OO_Star))
      E = Smart->getArg(0);
    else
      return nullptr;
  }
  return nullptr;
}

/// Whether \p S may put another model behind \p Model: it loads one, sets or
/// resets it, or, of a pointer to a model, names it without running it or calls
/// a function of the program.
bool mayRebind(const Stmt *S, const ValueDecl &Model, const SourceManager &SM) {
  if (const auto *E = dyn_cast<Expr>(S); E && constructionOf(E))
    return true;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::is_contained(Declared->decls(), &Model);
  const CXXRecordDecl *Class =
      Model.getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (isModelClass(Class))
    return false;
  if (const auto *Assign = dyn_cast<BinaryOperator>(S))
    return Assign->isAssignmentOp() && Assign->getType()->isPointerType();
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Call || isModelRun(Call))
    return isa<LambdaExpr>(S);
  if (!Callee || !(isOfLibrary(Callee) || Callee->isExternC() ||
                   SM.isInSystemHeader(Callee->getLocation())))
    return true;
  return Callee->getOverloadedOperator() == OO_Equal ||
         nameOf(Callee).contains("Create") ||
         llvm::is_contained({"reset", "swap", "exchange", "emplace"},
                            nameOf(Callee));
}

/// The first run of a model that surely comes before \p Set.
const CallExpr *firstRunBefore(const Stmt &Set, const ControlFlow &Flow,
                               const SourceManager &SM) {
  const CallExpr *First = nullptr;
  for (const Stmt *S : Flow.elements())
    if (isModelRun(S) && Flow.surelyPrecedes(S, &Set) &&
        modelOf(*cast<CallExpr>(S)) &&
        (!First || SM.isBeforeInTranslationUnit(cast<Expr>(S)->getExprLoc(),
                                                First->getExprLoc())))
      First = cast<CallExpr>(S);
  return First;
}

} // namespace

const Expr *FirstRuns::readerBefore(const Stmt &Set,
                                    const FunctionDecl *Function) {
  if (!Function)
    return nullptr;
  const auto [It, IsNew] = Flows.try_emplace(Function);
  if (IsNew)
    It->second = ControlFlow::of(*Function, Ctx);
  const ControlFlow *Flow = It->second.get();
  const CallExpr *First =
      Flow ? firstRunBefore(Set, *Flow, Ctx.getSourceManager()) : nullptr;
  if (!First)
    return nullptr;
  const ValueDecl &Model = *modelOf(*First);
  // A variable of the function's own may be done with.
  const auto *Var = dyn_cast<VarDecl>(&Model);
  bool RunsAgain = !Var || !Var->isLocalVarDecl() ||
                   Var->getType()->isReferenceType() ||
                   Var->getType()->isPointerType();
  for (const Stmt *S : Flow->elements()) {
    if (Flow->canFollow(First, S) &&
        mayRebind(S, Model, Ctx.getSourceManager()))
      return nullptr;
    if (!isModelRun(S) || !Flow->canFollow(&Set, S))
      continue;
    if (modelOf(*cast<CallExpr>(S)) != &Model)
      return nullptr;
    RunsAgain = true;
  }
  return RunsAgain ? First : nullptr;
}

} // namespace aoti_tidy
