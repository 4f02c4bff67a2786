// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/SizeFlow.h"
#include "checks/lib/cxx/Names.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// A tensor's integers are read with calls, and a bool is no size.
bool canHoldSizes(QualType T) {
  // Null for a list in parentheses that initialises something cut off, say.
  if (T.isNull())
    return false;
  return !T->isBooleanType() && !T->isVoidType() && !isTensor(T);
}

/// Members that say how much there is, not what.
bool isCount(const FunctionDecl *F) {
  return llvm::is_contained(
      {"size", "empty", "has_value", "capacity", "max_size", "length"},
      nameOf(F));
}

/// Members that put their arguments into a container.
bool isInsertion(const FunctionDecl *F) {
  return llvm::is_contained({"push_back", "emplace_back", "push_front",
                             "emplace_front", "insert", "emplace", "assign",
                             "append"},
                            nameOf(F));
}

/// The variable or member that 'v', 'v[0]', '*it', 's.m', 'v.back()' write to.
const ValueDecl *target(const Expr *E) {
  while (true) {
    E = strip(E);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return Member->getMemberDecl();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      E = Unary->getSubExpr();
    else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
             Operator && Operator->getNumArgs() > 0)
      E = Operator->getArg(0);
    else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
      E = Call->getImplicitObjectArgument();
    else
      return nullptr;
  }
}

} // namespace

SizeFlow::SizeFlow(const FunctionDecl &Function, const LiveCode &Code) {
  for (const ParmVarDecl *P :
       Function.parameters().take_front(std::min(Function.getNumParams(), 64U)))
    if (canHoldSizes(P->getType()))
      Known[P] = ParameterBits(1) << P->getFunctionScopeIndex();
  for (const LiveStmt &L : Code.Stmts)
    collect(L.S);
  // Sets only grow.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[To, From] : Assignments) {
      const ParameterBits New = of(From);
      ParameterBits &All = Known[To];
      Changed |= (All | New) != All;
      All |= New;
    }
  }
}

void SizeFlow::collect(const Stmt *S) {
  const auto AddVariable = [&](const Decl *D) {
    const auto *Var = dyn_cast_or_null<VarDecl>(D);
    if (Var && !Var->isInvalidDecl() && Var->getInit())
      Assignments.push_back({Var, Var->getInit()});
  };
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    llvm::for_each(Declaration->decls(), AddVariable);
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    // [m = x.size(0)]
    for (const LambdaCapture &C : Lambda->captures())
      if (C.capturesVariable() && C.getCapturedVar()->isInitCapture())
        AddVariable(C.getCapturedVar());
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    if (Binary->isAssignmentOp())
      assign(Binary->getLHS(), Binary->getRHS());
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S)) {
    if (Operator->isAssignmentOp() && Operator->getNumArgs() == 2)
      assign(Operator->getArg(0), Operator->getArg(1));
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(S)) {
    if (Member->getMethodDecl() && isInsertion(Member->getMethodDecl()))
      for (const Expr *Arg : Member->arguments())
        assign(Member->getImplicitObjectArgument(), Arg);
  }
}

void SizeFlow::assign(const Expr *To, const Expr *From) {
  if (const ValueDecl *D = To ? target(To) : nullptr;
      D && canHoldSizes(D->getType()))
    Assignments.push_back({D, From});
}

ParameterBits SizeFlow::ofChildren(const Expr &E) const {
  ParameterBits Result = 0;
  for (const Stmt *Child : E.children())
    Result |= of(dyn_cast_or_null<Expr>(Child));
  return Result;
}

ParameterBits SizeFlow::of(const Expr *E) const {
  if (!E || isa<CXXDefaultArgExpr>(E))
    return 0;
  E = strip(E);
  if (!canHoldSizes(E->getType()))
    return 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    // auto [rows, columns] = shape(x);
    const auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl());
    return Known.lookup(Binding ? Binding->getDecomposedDecl()
                                : Ref->getDecl());
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Known.lookup(Member->getMemberDecl());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isCommaOp() ? of(Binary->getRHS()) : 0;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return of(Choice->getTrueExpr()) | of(Choice->getFalseExpr());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return of(Subscript->getBase());
  if (isa<UnaryOperator, InitListExpr, CXXStdInitializerListExpr,
          CXXConstructExpr>(E))
    return ofChildren(*E);
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call ? ofCall(*Call) : 0;
}

ParameterBits SizeFlow::ofCall(const CallExpr &Call) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    return !Callee || isCount(Callee) || !Object || isTensor(Object->getType())
               ? 0
               : of(Object);
  }
  // The index of a container does not become its element.
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
    return llvm::is_contained({OO_Subscript, OO_Arrow},
                              Operator->getOperator()) ||
                   (Operator->getOperator() == OO_Star &&
                    Operator->getNumArgs() == 1)
               ? of(Operator->getArg(0))
               : 0;
  // std::max(n, 1) is one of the two; at::ceil_div(n, 4), round_up(n, 8)
  ParameterBits Result = 0;
  if (Callee && Callee->isInStdNamespace() &&
      llvm::is_contained({"max", "min", "clamp", "move"}, nameOf(Callee)))
    for (const Expr *Arg : Call.arguments())
      Result |= of(Arg);
  return Result;
}

} // namespace aoti_tidy
