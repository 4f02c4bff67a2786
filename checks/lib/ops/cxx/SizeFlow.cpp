// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/SizeFlow.h"
#include "checks/lib/cxx/Names.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// E without what does not change which integers it holds.
const Expr *strip(const Expr *E) {
  return E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
}

/// A tensor's integers are read with calls, and a bool is no size.
bool canHoldSizes(QualType T) {
  // Of a list in parentheses that initialises what is cut off, say.
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

bool isArithmetic(OverloadedOperatorKind Kind) {
  return Kind == OO_Plus || Kind == OO_Minus || Kind == OO_Star ||
         Kind == OO_Slash || Kind == OO_Percent;
}

/// Where the result of a computation comes from. A concrete size stays one. A
/// parameter does not: 'n' is a size, but 'rows * n / 8' may as well have a
/// constant of the model's architecture in it (a bit width, a padding).
SizeSources computed(SizeSources Operands) {
  Operands.Parameters = 0;
  return Operands;
}

/// What is written to by 'v', 'v[0]', '*it', 's.m', 'v.back()'.
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

SizeFlow::SizeFlow(const FunctionDecl &Function, const LiveCode &Code,
                   const ReadNumbers &Reads)
    : Reads(Reads) {
  for (unsigned I = 0;
       I < std::min(Function.getNumParams(), SizeSources::MaxParameters); ++I)
    if (const ParmVarDecl *P = Function.getParamDecl(I);
        canHoldSizes(P->getType()))
      Known[P].Parameters = uint64_t(1) << I;
  for (const LiveStmt &L : Code.Stmts)
    collect(L.S);
  // Sets only grow, and a first read only becomes an earlier one.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[To, From] : Assignments) {
      const SizeSources New = of(From);
      SizeSources &All = Known[To];
      const SizeSources Before = All;
      All |= New;
      Changed |= !(All == Before);
    }
  }
}

void SizeFlow::collect(const Stmt *S) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && !Var->isInvalidDecl() && Var->getInit())
        Assignments.push_back({Var, Var->getInit()});
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    // [m = x.size(0)]
    for (const LambdaCapture &C : Lambda->captures())
      if (C.capturesVariable())
        if (const auto *Var = dyn_cast<VarDecl>(C.getCapturedVar());
            Var && Var->isInitCapture() && Var->getInit())
          Assignments.push_back({Var, Var->getInit()});
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    if (Binary->isAssignmentOp())
      assign(Binary->getLHS(), Binary->getRHS());
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    collectCall(*Call);
  }
}

void SizeFlow::collectCall(const CallExpr &Call) {
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call)) {
    if (Operator->isAssignmentOp() && Operator->getNumArgs() == 2)
      assign(Operator->getArg(0), Operator->getArg(1));
    return;
  }
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  if (!Member || !Member->getMethodDecl() ||
      !isInsertion(Member->getMethodDecl()))
    return;
  for (const Expr *Arg : Member->arguments())
    assign(Member->getImplicitObjectArgument(), Arg);
}

void SizeFlow::assign(const Expr *To, const Expr *From) {
  if (const ValueDecl *D = To ? target(To) : nullptr;
      D && canHoldSizes(D->getType()))
    Assignments.push_back({D, From});
}

SizeSources SizeFlow::ofDecl(const ValueDecl *D) const {
  // auto [rows, columns] = shape(x);
  if (const auto *Binding = dyn_cast<BindingDecl>(D))
    return Known.lookup(Binding->getDecomposedDecl());
  return Known.lookup(D);
}

SizeSources SizeFlow::ofOperands(
    llvm::iterator_range<CallExpr::const_arg_iterator> Operands) const {
  SizeSources Result;
  for (const Expr *E : Operands)
    Result |= of(E);
  return Result;
}

SizeSources SizeFlow::ofBoth(const Expr *A, const Expr *B) const {
  SizeSources Result = of(A);
  Result |= of(B);
  return Result;
}

SizeSources SizeFlow::of(const Expr *E) const {
  if (!E || isa<CXXDefaultArgExpr>(E))
    return {};
  E = strip(E);
  if (const auto Number = Reads.find(E); Number != Reads.end())
    return {.FirstRead = Number->second};
  if (!canHoldSizes(E->getType()))
    return {};
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return ofDecl(Ref->getDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return ofDecl(Member->getMemberDecl());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isCommaOp())
      return of(Binary->getRHS());
    return computed(ofBoth(Binary->getLHS(), Binary->getRHS()));
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return of(Unary->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return ofBoth(Choice->getTrueExpr(), Choice->getFalseExpr());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return of(Subscript->getBase());
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    SizeSources Result;
    for (const Expr *Init : List->inits())
      Result |= of(Init);
    return Result;
  }
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return of(List->getSubExpr());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return ofOperands(Construct->arguments());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return ofCall(*Call);
  return {};
}

SizeSources SizeFlow::ofCall(const CallExpr &Call) const {
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call)) {
    // The index of a container does not become its element.
    if (Operator->getOperator() == OO_Subscript && Operator->getNumArgs() > 0)
      return of(Operator->getArg(0));
    const SizeSources Operands = ofOperands(Operator->arguments());
    return isArithmetic(Operator->getOperator()) ? computed(Operands)
                                                 : Operands;
  }
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    return !Callee || isCount(Callee) || !Object || isTensor(Object->getType())
               ? SizeSources()
               : of(Object);
  }
  if (!Callee)
    return {};
  // std::max(n, 1) is one of the two; at::ceil_div(n, 4), round_up(n, 8)
  const bool IsChoice =
      Callee->isInStdNamespace() &&
      llvm::is_contained({"max", "min", "clamp", "move"}, nameOf(Callee));
  const SizeSources Operands = ofOperands(Call.arguments());
  return IsChoice ? Operands : computed(Operands);
}

} // namespace aoti_tidy
