// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/host/CallerChoice.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/cxx/UnitIndex.h"
#include "checks/lib/host/ModelRuns.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool isPointer(QualType T) {
  T = T.getNonReferenceType();
  return T->isPointerType() || isClass(T, "std", "unique_ptr") ||
         isClass(T, "std", "shared_ptr") || isClass(T, "std", "optional");
}

/// The variable or member of this object that \p E names, through '->' and '*'.
const ValueDecl *named(const Expr *E) {
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
      E = Operator->getArg(0);
      continue;
    }
    if (const auto *Deref = dyn_cast<UnaryOperator>(E)) {
      E = Deref->getSubExpr();
      continue;
    }
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
      E = Call->getImplicitObjectArgument();
      continue;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl();
    return ownFieldOf(E);
  }
  return nullptr;
}

class Choice {
public:
  Choice(const FunctionDecl &Function, const CXXMemberCallExpr &Run,
         ASTContext &Ctx)
      : Run(Run), Of(named(Run.getImplicitObjectArgument())), Ctx(Ctx) {
    HasOtherRun = runsAnother(Function.getBody());
  }

  bool isCallers(const FunctionDecl &Function) {
    return anyAround(Run, Ctx,
                     [&](const Stmt &Outer, const Stmt &Inner) {
                       const auto *Logical = dyn_cast<BinaryOperator>(&Outer);
                       const bool IsBehind = Logical &&
                                             Logical->isLogicalOp() &&
                                             Logical->getRHS() == &Inner;
                       return asks(IsBehind ? Logical->getLHS()
                                            : conditionOn(Outer, Inner));
                     }) ||
           leavesBefore(Function.getBody());
  }

private:
  bool runsAnother(const Stmt *S) const {
    if (!S)
      return false;
    if (isModelRun(S) && S != &Run &&
        named(cast<CXXMemberCallExpr>(S)->getImplicitObjectArgument()) != Of)
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return runsAnother(Child); });
  }

  /// onHost(x), runOnGpu(x); not isEmpty(x), whose body asks for no device.
  bool mayChoose(const CallExpr &Call) const {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (Callee && isOfLibrary(Callee))
      return false;
    // What the object says of itself is the same for all its callers.
    if (!HasOtherRun && isa<CXXMemberCallExpr>(Call) && Call.getNumArgs() == 0)
      return false;
    const FunctionDecl *Body = Callee ? Callee->getDefinition() : nullptr;
    return !Body || !asksForNoDevice(Body->getBody());
  }

  static bool asksForNoDevice(const Stmt *S) {
    if (!S)
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      if (!Callee || !isOfLibrary(Callee) || isModelRun(S) ||
          (Callee->getIdentifier() &&
           llvm::is_contained({"is_cuda", "is_cpu", "device", "get_device",
                               "device_type", "options"},
                              Callee->getName())))
        return false;
    }
    if (const auto *E = dyn_cast<Expr>(S);
        E && isa<DeclRefExpr, MemberExpr>(E) && isPointer(E->getType()))
      return false;
    return llvm::all_of(S->children(), asksForNoDevice);
  }

  bool asks(const Stmt *S) const {
    if (!S)
      return false;
    const auto *E = dyn_cast<Expr>(S);
    // if (gpu_) gpu_->run(x); else cpu_->run(x);
    if (E && isPointer(E->getType()) && isa<DeclRefExpr, MemberExpr>(E))
      if (const ValueDecl *Asked = named(E); Asked &&
                                             (Asked != Of || HasOtherRun) &&
                                             isa<ParmVarDecl, FieldDecl>(Asked))
        return true;
    if (const auto *Call = dyn_cast<CallExpr>(S); Call && mayChoose(*Call))
      return true;
    // const bool HasGpu = gpu_ != nullptr;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && Var->isLocalVarDecl() && Var->getInit() &&
          Var->getType()->isBooleanType())
        return asks(Var->getInit());
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return asks(Child); });
  }

  static bool leaves(const Stmt *S) {
    return S &&
           (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, CXXThrowExpr>(
                S) ||
            llvm::any_of(S->children(), leaves));
  }

  /// Whether an 'if' before the run, which may leave the function, asks.
  bool leavesBefore(const Stmt *S) const {
    if (!S || isa<LambdaExpr>(S))
      return false;
    const SourceManager &SM = Ctx.getSourceManager();
    if (SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Run.getBeginLoc()),
                                     SM.getExpansionLoc(S->getBeginLoc())))
      return false;
    if (const auto *If = dyn_cast<IfStmt>(S);
        If && (leaves(If->getThen()) || leaves(If->getElse())) &&
        asks(If->getCond()))
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return leavesBefore(Child); });
  }

  const CXXMemberCallExpr &Run;
  const ValueDecl *Of; ///< the loader that runs
  ASTContext &Ctx;
  bool HasOtherRun = false;
};

} // namespace

bool isChosenByCaller(const FunctionDecl &Function,
                      const CXXMemberCallExpr &Run, ASTContext &Ctx) {
  return Choice(Function, Run, Ctx).isCallers(Function);
}

} // namespace aoti_tidy
