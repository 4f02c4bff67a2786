// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/CallerChoice.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/ModelRuns.h"
#include "checks/lib/hosts/UnitIndex.h"
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

/// What one function asks.
class Questions {
public:
  Questions(const ValueDecl *Of, bool HasOtherRun, ASTContext &Ctx)
      : Of(Of), HasOtherRun(HasOtherRun), Ctx(Ctx) {}

  bool areAround(const Stmt &Run) const {
    return anyAround(Run, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
      const auto *Logical = dyn_cast<BinaryOperator>(&Outer);
      const bool IsBehind =
          Logical && Logical->isLogicalOp() && Logical->getRHS() == &Inner;
      return asks(IsBehind ? Logical->getLHS() : conditionOn(Outer, Inner));
    });
  }

  /// Where the first 'if' is that asks and may leave the function, or what is
  /// repeated in it; invalid if there is none.
  SourceLocation firstLeaving(const FunctionDecl &Function) const {
    SourceLocation First;
    leaves(Function.getBody(), First);
    return First;
  }

private:
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
    if (isa<DeclRefExpr, MemberExpr>(S) && isPointer(cast<Expr>(S)->getType()))
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
                                             (HasOtherRun || Asked != Of) &&
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

  /// Whether \p S may leave; \p First: of the 'if's in it that ask as well.
  bool leaves(const Stmt *S, SourceLocation &First) const {
    if (!S || isa<LambdaExpr>(S))
      return false;
    bool Leaves =
        isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, CXXThrowExpr>(S);
    for (const Stmt *Child : S->children())
      Leaves |= leaves(Child, First);
    if (const auto *If = dyn_cast<IfStmt>(S); If && Leaves) {
      const SourceManager &SM = Ctx.getSourceManager();
      const SourceLocation At = SM.getExpansionLoc(If->getBeginLoc());
      if ((First.isInvalid() || SM.isBeforeInTranslationUnit(At, First)) &&
          asks(If->getCond()))
        First = At;
    }
    return Leaves;
  }

  const ValueDecl *Of; ///< the loader that runs; of several, one of them
  bool HasOtherRun;
  ASTContext &Ctx;
};

} // namespace

void CallerChoices::Asked::addRuns(const Stmt *S) {
  if (!S)
    return;
  if (isModelRun(S)) {
    // loader(inputs), AOTInductorModelContainerRun(handle, …)
    const auto *Call = dyn_cast<CXXMemberCallExpr>(S);
    const ValueDecl *Of =
        Call ? named(Call->getImplicitObjectArgument()) : nullptr;
    HasOtherRun |= Loader && *Loader != Of;
    Loader = Of;
  }
  for (const Stmt *Child : S->children())
    addRuns(Child);
}

bool CallerChoices::areBefore(const FunctionDecl &Function,
                              const CXXMemberCallExpr &Run, ASTContext &Ctx) {
  const auto [It, IsNew] = Known.try_emplace(&Function);
  Asked &Here = It->second;
  if (IsNew)
    Here.addRuns(Function.getBody());
  const Questions Asks(Here.Loader.value_or(nullptr), Here.HasOtherRun, Ctx);
  if (IsNew)
    Here.FirstLeaving = Asks.firstLeaving(Function);
  const SourceManager &SM = Ctx.getSourceManager();
  return (Here.FirstLeaving.isValid() &&
          !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Run.getBeginLoc()),
                                        Here.FirstLeaving)) ||
         Asks.areAround(Run);
}

} // namespace aoti_tidy
