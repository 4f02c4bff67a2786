// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/ReturnedValues.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/Values.h"
#include "checks/lib/hosts/VariableUses.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace aoti_tidy {
namespace {

const CompoundStmt *bodyOf(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (Method && Method->isVirtual())
    return nullptr;
  return dyn_cast_or_null<CompoundStmt>(Function.getBody());
}

/// \p E without the copies of a value that is returned or stored.
const Expr *uncopied(const Expr *E) {
  E = E ? stripped(E) : nullptr;
  while (const auto *Copy = dyn_cast_or_null<CXXConstructExpr>(E)) {
    if (!Copy->getConstructor()->isCopyOrMoveConstructor() ||
        Copy->getNumArgs() != 1)
      break;
    E = stripped(Copy->getArg(0));
  }
  return E;
}

/// What \p Init gives the member; null if it is no list, or says nothing of it.
const Expr *memberIn(const Expr *Init, const FieldDecl &Field) {
  const auto *List = dyn_cast_or_null<InitListExpr>(Init);
  if (!List || Field.getFieldIndex() >= List->getNumInits() ||
      List->getType()->getAsCXXRecordDecl() != Field.getParent())
    return nullptr;
  const Expr *Value = List->getInit(Field.getFieldIndex());
  return isa<CXXDefaultInitExpr>(Value) ? nullptr : Value;
}

/// Counts in \p S how often \p Var is named, and how often as 'Var.Field'.
void count(const Stmt *S, const VarDecl &Var, const FieldDecl &Field,
           unsigned &Whole, unsigned &OfField) {
  if (!S)
    return;
  if (const auto *Member = dyn_cast<MemberExpr>(S);
      Member && isa<FieldDecl>(Member->getMemberDecl()) &&
      variableOf(Member->getBase()) == &Var) {
    OfField += Member->getMemberDecl() == &Field;
    return;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Whole += Ref->getDecl() == &Var;
  for (const Stmt *Child : S->children())
    count(Child, Var, Field, Whole, OfField);
}

/// 'Options o; o.gpu = x; return o;'
const Expr *memberReturned(const FunctionDecl &Function,
                           const FieldDecl &Field) {
  const CompoundStmt *Body = bodyOf(Function);
  const auto *Return = Body && !Body->body_empty()
                           ? dyn_cast<ReturnStmt>(Body->body_back())
                           : nullptr;
  const Expr *Made = Return ? uncopied(Return->getRetValue()) : nullptr;
  if (const Expr *Value = memberIn(Made, Field))
    return Body->size() == 1 ? Value : nullptr;
  const VarDecl *Var = Made ? variableOf(Made) : nullptr;
  if (!Var || !Var->hasLocalStorage() || isa<ParmVarDecl>(Var))
    return nullptr;
  // Named as a whole where it is returned, and there alone.
  unsigned Whole = 0, OfField = 0;
  count(Body, *Var, Field, Whole, OfField);
  if (Whole != 1)
    return nullptr;
  if (OfField == 0)
    return memberIn(uncopied(Var->getInit()), Field);
  if (OfField > 1)
    return nullptr;
  for (const Stmt *S : Body->body()) {
    const auto *E = dyn_cast<Expr>(S);
    const auto *Assign =
        dyn_cast_or_null<BinaryOperator>(E ? E->IgnoreImplicit() : nullptr);
    const auto *Member =
        Assign && Assign->getOpcode() == BO_Assign
            ? dyn_cast<MemberExpr>(Assign->getLHS()->IgnoreParens())
            : nullptr;
    if (Member && Member->getMemberDecl() == &Field &&
        variableOf(Member->getBase()) == Var)
      return Assign->getRHS();
  }
  return nullptr;
}

} // namespace

const Expr *returnedAlone(const FunctionDecl &Function) {
  const CompoundStmt *Body = bodyOf(Function);
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<ReturnStmt>(Body->body_front())
                           : nullptr;
  return Return ? Return->getRetValue() : nullptr;
}

const Expr *valueOfMember(const Expr &Struct, const FieldDecl &Field,
                          ASTContext &Ctx) {
  const Expr *E = uncopied(&Struct);
  if (const VarDecl *Var = variableOf(E))
    E = uncopied(valueOfVariable(Var, Ctx));
  if (const Expr *Value = memberIn(E, Field))
    return Value;
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee ? memberReturned(*Callee, Field) : nullptr;
}

} // namespace aoti_tidy
