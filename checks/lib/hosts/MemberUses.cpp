// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/MemberUses.h"
#include "checks/lib/hosts/ElementHandles.h"
#include "checks/lib/hosts/LocalNames.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace aoti_tidy {

const MemberExpr *MemberUses::boundMember(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Name = Ref ? dyn_cast<BindingDecl>(Ref->getDecl()) : nullptr;
  const ValueDecl *Whole = Name ? Name->getDecomposedDecl() : nullptr;
  return Whole && Whole->getType()->isReferenceType() &&
                 !Whole->getType()->getPointeeType().isConstQualified()
             ? dyn_cast_or_null<MemberExpr>(Name->getBinding())
             : nullptr;
}

MemberUses::Named MemberUses::named(const Expr *E) {
  if (const auto Behind = elementBehind(E)) {
    const MemberExpr *Root = memberRootOf(Behind->Container);
    const Expr *Handle = Behind->Handle;
    return {Root, Handle ? Handle : Root, Behind->Key, false};
  }
  // x = y, of 'auto &[x, z] = batch;'
  if (const MemberExpr *Bound = boundMember(E->IgnoreParens()))
    return {Bound, E->IgnoreParens(), nullptr, true};
  // x = y, of 'auto &x = h_;'
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens()))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      if (const Expr *Of = namedBy(*Var)) {
        const MemberExpr *Root = memberRootOf(withoutNames(Of));
        return {Root, Ref, nullptr, Root && withoutNames(Of) == Root};
      }
  const MemberExpr *Root = memberRootOf(E);
  const auto *At = dyn_cast<CallExpr>(E->IgnoreParens());
  return {Root, Root,
          At && At->getNumArgs() > 0 ? At->getArg(At->getNumArgs() - 1)
                                     : nullptr,
          Root == E->IgnoreParens()};
}

void MemberUses::read(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    read(Choice->getTrueExpr());
    read(Choice->getFalseExpr());
    return;
  }
  account(named(E));
}

void MemberUses::readThrough(const Expr *Iterator) {
  Iterator = Iterator->IgnoreImplicit();
  // An iterator that becomes a const_iterator.
  if (const auto *Converted = dyn_cast<CXXConstructExpr>(Iterator);
      Converted && Converted->getNumArgs() == 1)
    Iterator = Converted->getArg(0)->IgnoreImplicit();
  if (const VarDecl *Var = holderIn(Iterator); Var && Handles.contains(Var))
    Accounted.insert(Iterator->IgnoreParenImpCasts());
  else if (const Expr *Container = openedContainer(Iterator))
    account(named(Container));
}

void MemberUses::hold(const VarDecl &Var) {
  const auto Element = elementHeldBy(Var);
  const MemberExpr *Root = Element ? memberRootOf(Element->Container) : nullptr;
  if (!Root && Var.getType()->isLValueReferenceType() &&
      !Var.getType()->getPointeeType().isConstQualified())
    if (const Expr *Named = namedBy(Var))
      Root = memberRootOf(withoutNames(Named));
  if (!Root)
    return;
  Handles[&Var] = Root;
  Accounted.insert(Root);
}

void MemberUses::setIterator(const CXXOperatorCallExpr &E) {
  const auto It = Handles.find(holderIn(E.getArg(0)));
  if (It == Handles.end() || E.getOperator() != OO_Equal)
    return;
  const Expr *Container = openedContainer(E.getArg(1));
  const MemberExpr *Root = Container ? memberRootOf(Container) : nullptr;
  // Of another member, which of them is set by it is not known.
  if (!Root || Root->getMemberDecl() != It->second->getMemberDecl())
    return;
  Accounted.insert(E.getArg(0)->IgnoreParenImpCasts());
  Accounted.insert(Root);
}

const MemberExpr *MemberUses::openedBy(const DeclRefExpr &E) const {
  const auto It = Handles.find(holderIn(&E));
  // A binding that is no class says whether 'emplace' has added something.
  return It != Handles.end() && !Accounted.contains(&E) &&
                 E.getType()->isRecordType()
             ? It->second
             : nullptr;
}

bool MemberUses::isDropped(const Expr &E, ASTContext &Ctx) {
  const Expr *Part = &E;
  for (;;) {
    const auto Parents = Ctx.getParents(*Part);
    const Stmt *Around = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    if (!isa_and_nonnull<Expr>(Around))
      return Around && !isa<DeclStmt, ReturnStmt>(Around);
    if (!isa<ExprWithCleanups, CXXBindTemporaryExpr, MaterializeTemporaryExpr,
             ParenExpr>(Around))
      return false;
    Part = cast<Expr>(Around);
  }
}

} // namespace aoti_tidy
