// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/ElementHandles.h"
#include "checks/lib/cxx/ElementAccess.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// \p E without conversions, copies and 'first' of 'map.emplace(key, x).first'.
const Expr *withoutCopies(const Expr *E) {
  while (E) {
    E = stripped(E);
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    if (Construct && Construct->getNumArgs() == 1)
      E = Construct->getArg(0);
    else if (Member && Member->getMemberDecl()->getIdentifier() &&
             Member->getMemberDecl()->getName() == "first")
      E = Member->getBase();
    else
      return E;
  }
  return nullptr;
}

/// v.begin(), m.find(key), m.emplace(key, x).first
std::optional<ContainerElement> iteratorMade(const Expr *E) {
  static constexpr llvm::StringLiteral Makers[] = {
      "begin",   "rbegin",      "find",   "lower_bound",     "upper_bound",
      "emplace", "try_emplace", "insert", "insert_or_assign"};
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(withoutCopies(E));
  const StringRef Name = Call ? nameOf(Call->getMethodDecl()) : StringRef();
  if (!llvm::is_contained(Makers, Name) || !holdsTensors(Call->getObjectType()))
    return std::nullopt;
  const bool IsKeyed = Name == "find" && Call->getNumArgs() == 1;
  return ContainerElement{Call->getImplicitObjectArgument(),
                          IsKeyed ? Call->getArg(0) : nullptr};
}

/// v[0], m.at(key)
std::optional<ContainerElement> accessed(const Expr *E) {
  const auto Access = elementAccess(E->IgnoreParenImpCasts());
  const QualType T = Access ? Access->Object->getType() : QualType();
  if (!Access || !holdsTensors(T->isPointerType() ? T->getPointeeType() : T))
    return std::nullopt;
  return ContainerElement{Access->Object, Access->Key};
}

/// The variable or member that a container is; null for any other.
const ValueDecl *declOf(const Expr *Container) {
  Container = Container->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Container))
    return Ref->getDecl();
  const auto *Member = dyn_cast<MemberExpr>(Container);
  return Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
             ? Member->getMemberDecl()
             : nullptr;
}

/// Whether the iterator \p E leads into \p Container, a variable or member.
bool leadsInto(const Expr *E, const ValueDecl &Container) {
  const auto Made = E ? iteratorMade(E) : std::nullopt;
  if (Made)
    return declOf(Made->Container) == &Container;
  const Expr *Same = E ? withoutCopies(E) : nullptr;
  // v.end(), m.erase(it)
  if (const auto *Method = dyn_cast_or_null<CXXMemberCallExpr>(Same))
    return declOf(Method->getImplicitObjectArgument()) == &Container;
  // it + 1, std::next(it), std::find_if(v.begin(), v.end(), ...)
  const auto *Call = dyn_cast_or_null<CallExpr>(Same);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Callee && isOfLibrary(Callee) && Call->getNumArgs() > 0)
    return leadsInto(Call->getArg(0), Container);
  const VarDecl *Var = Same ? holderIn(Same) : nullptr;
  const auto Held = Var && Var->getInit() && laterValuesOf(*Var).empty()
                        ? iteratorMade(Var->getInit())
                        : std::nullopt;
  return Held && declOf(Held->Container) == &Container;
}

/// What the iterator \p E points to.
std::optional<ContainerElement> pointedTo(const Expr *E) {
  if (const VarDecl *Var = holderIn(E)) {
    auto Element =
        Var->getType()->isReferenceType() ? std::nullopt : elementHeldBy(*Var);
    if (Element)
      Element->Handle = cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Element;
  }
  return iteratorMade(E);
}

} // namespace

std::optional<ContainerElement> elementHeldBy(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init || !Var.isLocalVarDecl() || Var.isCXXForRangeDecl() ||
      Init->isTypeDependent())
    return std::nullopt;
  if (Var.getType()->isLValueReferenceType()) {
    const auto Element =
        isTensor(Var.getType()) &&
                !Var.getType()->getPointeeType().isConstQualified()
            ? accessed(Init)
            : std::nullopt;
    return Element && (!Element->Key || keepsKey(Var, *Element->Key))
               ? Element
               : std::nullopt;
  }
  auto Element = iteratorMade(Init);
  if (!Element)
    return std::nullopt;
  // It may be set to another.
  Element->Key = nullptr;
  const auto Later = laterValuesOf(Var);
  const ValueDecl *Container = declOf(Element->Container);
  const bool Stays = llvm::all_of(Later, [&](const Expr *Value) {
    return Container && leadsInto(Value, *Container);
  });
  return Stays ? Element : std::nullopt;
}

std::optional<ContainerElement> elementBehind(const Expr *E) {
  if (!E || E->isTypeDependent())
    return std::nullopt;
  const QualType T = E->getType();
  if (!isTensor(T->isPointerType() ? T->getPointeeType() : T))
    return std::nullopt;
  E = E->IgnoreParenImpCasts();
  // it->second, (*it).second
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (Member && Member->getMemberDecl()->getIdentifier() &&
      Member->getMemberDecl()->getName() == "second")
    E = Member->getBase()->IgnoreParenImpCasts();
  // *it, it->cuda()
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && Operator->getNumArgs() == 1 &&
      (Operator->getOperator() == OO_Star ||
       Operator->getOperator() == OO_Arrow))
    return pointedTo(Operator->getArg(0));
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->getType()->isLValueReferenceType())
    return std::nullopt;
  auto Element = elementHeldBy(*Var);
  if (Element)
    Element->Handle = Ref;
  return Element;
}

const Expr *openedContainer(const Expr *E) {
  if (const auto Element = accessed(E))
    return Element->Container;
  const auto Element = iteratorMade(E);
  return Element ? Element->Container : nullptr;
}

} // namespace aoti_tidy
