// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/Callables.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool isCallable(QualType T) {
  const auto *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && (Class->isLambda() || isClass(T, "std", "function"));
}

/// The lambda that \p E is, or is made of.
const LambdaExpr *lambdaIn(const Expr *E) {
  E = E ? stripped(E) : nullptr;
  if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(E)) {
    const auto Args = writtenArguments(Construct);
    return Args.size() == 1 && isCallable(Construct->getType())
               ? lambdaIn(Args[0])
               : nullptr;
  }
  const auto *Lambda = dyn_cast_or_null<LambdaExpr>(E);
  return Lambda && !Lambda->isGenericLambda() ? Lambda : nullptr;
}

bool isLocal(const ValueDecl &Holder) {
  const auto *Var = dyn_cast<VarDecl>(&Holder);
  return Var && Var->hasLocalStorage();
}

} // namespace

void Callables::keep(const ValueDecl *Holder, const Expr *Value) {
  if (!Holder || !isCallable(Holder->getType()))
    return;
  const LambdaExpr *Lambda = lambdaIn(Value);
  if (!Lambda)
    return;
  Lambdas.insert(Lambda);
  const FunctionDecl *Body = Lambda->getCallOperator()->getCanonicalDecl();
  auto &Bodies = All[Holder].Bodies;
  if (!llvm::is_contained(Bodies, Body))
    Bodies.push_back(Body);
}

/// The variable or member that \p E names, if it can be called.
const ValueDecl *Callables::named(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Member = dyn_cast<MemberExpr>(E);
  const ValueDecl *Holder = Ref      ? Ref->getDecl()
                            : Member ? Member->getMemberDecl()
                                     : nullptr;
  if (!Holder || !isCallable(Holder->getType()))
    return nullptr;
  Named.insert(E);
  return Holder;
}

void Callables::visitCall(const CallExpr &E, ArrayRef<const Expr *> Args,
                          const FunctionDecl *In) {
  if (const auto *Test = dyn_cast<CXXMemberCallExpr>(&E)) {
    if (isa_and_nonnull<CXXConversionDecl>(Test->getMethodDecl()))
      named(Test->getImplicitObjectArgument());
    return;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
  if (!Operator)
    return;
  if (Operator->getOperator() == OO_Equal) {
    if (lambdaIn(E.getArg(1)))
      keep(named(E.getArg(0)), E.getArg(1));
    return;
  }
  if (Operator->getOperator() != OO_Call)
    return;
  if (const LambdaExpr *Made = lambdaIn(E.getArg(0)))
    Lambdas.insert(Made);
  if (const ValueDecl *Holder = named(E.getArg(0));
      Holder && isClass(Holder->getType(), "std", "function"))
    All[Holder].Calls.push_back(
        {llvm::SmallVector<const Expr *, 4>(Args.begin(), Args.end()), In});
}

void Callables::mention(const Expr *E, const ValueDecl *Holder) {
  if (Holder && isCallable(Holder->getType()) && !Named.contains(E))
    All[Holder].IsOpen = true;
}

void Callables::forEach(
    llvm::function_ref<void(const FunctionDecl &, ArrayRef<UnitIndex::Call>,
                            bool)>
        Visit) const {
  for (const auto &[Holder, C] : All) {
    const auto *Field = dyn_cast<FieldDecl>(Holder);
    const bool IsOpen = C.IsOpen || (Field ? UnitIndex::canChangeUnseen(*Field)
                                           : !isLocal(*Holder));
    for (const FunctionDecl *Body : C.Bodies)
      Visit(*Body, C.Calls, IsOpen);
  }
}

} // namespace aoti_tidy
