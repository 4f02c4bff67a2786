// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/LocalNames.h"
#include "checks/lib/cxx/ElementAccess.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/TensorTypes.h"

using namespace clang;

namespace aoti_tidy {
namespace {

const VarDecl *variableIn(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// Whether the key \p E is the same for as long as \p Reference lives: a
/// constant, or a variable that nothing changes in that block.
bool isLastingKey(const Expr *E, const VarDecl &Reference) {
  ASTContext &Ctx = Reference.getASTContext();
  if (evaluateString(E, Ctx) || evaluateInt(E, Ctx))
    return true;
  const VarDecl *Key = variableIn(E->IgnoreParenImpCasts());
  return Key && !Key->hasGlobalStorage() &&
         !Key->getType()->isReferenceType() &&
         anyAround(*Reference.getInit(), Ctx,
                   [&](const Stmt &Block, const Stmt &) {
                     return isa<CompoundStmt>(Block) &&
                            !isChangedIn(*Key, Block, Ctx);
                   });
}

/// Whether \p E, a part of what \p Reference is bound to, leads to the same for
/// as long as that lives: by variables, members and elements of lasting keys
/// alone.
bool isPlace(const Expr *E, const VarDecl &Reference) {
  E = E->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(E))
    return true;
  if (const Expr *Optional = optionalBehind(E))
    return isPlace(Optional, Reference);
  if (!E->isLValue())
    return false;
  if (isa<DeclRefExpr>(E)) {
    const VarDecl *Var = variableIn(E);
    return Var && Var != &Reference;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    // Another pointer may lead elsewhere by then.
    const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
    return isa<FieldDecl>(Member->getMemberDecl()) &&
           (!Member->isArrow() || isa<CXXThisExpr>(Base) ||
            optionalBehind(Base)) &&
           isPlace(Base, Reference);
  }
  const auto Access = elementAccess(E);
  return Access && Access->Key && isPlace(Access->Object, Reference) &&
         isLastingKey(Access->Key, Reference);
}

} // namespace

const Expr *namedBy(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  const QualType T = Var.getType();
  if (!Init || !T->isLValueReferenceType() || !Var.isLocalVarDecl() ||
      Var.isStaticLocal() || Var.isCXXForRangeDecl() || Init->isTypeDependent())
    return nullptr;
  // A variable that holds a temporary is no second name for anything.
  const auto *Full = dyn_cast<ExprWithCleanups>(Init);
  if (isa<MaterializeTemporaryExpr>(Full ? Full->getSubExpr() : Init))
    return nullptr;
  return (isTensor(T) || holdsTensors(T) || isTensorStruct(T) ||
          isOptional(T)) &&
                 isPlace(Init, Var)
             ? Init
             : nullptr;
}

const Expr *withoutNames(const Expr *E) {
  while (E) {
    E = E->IgnoreParenImpCasts();
    const VarDecl *Var = variableIn(E);
    const Expr *Inner = Var ? namedBy(*Var) : optionalBehind(E);
    if (!Inner)
      return E;
    E = Inner;
  }
  return nullptr;
}

} // namespace aoti_tidy
