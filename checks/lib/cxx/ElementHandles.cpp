// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/ElementHandles.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/TensorExpr.h"
#include "checks/lib/cxx/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool isContainer(QualType T) { return holdsTensors(T) && !isTensorTuple(T); }

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

std::optional<ContainerElement> calledFor(const Expr *E,
                                          ArrayRef<StringRef> Names) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() ||
      !llvm::is_contained(Names, Method->getName()) ||
      !isContainer(Call->getObjectType()))
    return std::nullopt;
  const bool IsKeyed = llvm::is_contained({"at", "find"}, Method->getName()) &&
                       Call->getNumArgs() == 1;
  return ContainerElement{Call->getImplicitObjectArgument(),
                          IsKeyed ? Call->getArg(0) : nullptr};
}

/// v.begin(), m.find(key), m.emplace(key, x).first
std::optional<ContainerElement> iteratorMade(const Expr *E) {
  return calledFor(withoutCopies(E),
                   {"begin", "rbegin", "find", "lower_bound", "upper_bound",
                    "emplace", "try_emplace", "insert", "insert_or_assign"});
}

/// v[0], m.at(key)
std::optional<ContainerElement> accessed(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (Operator && Operator->getOperator() == OO_Subscript &&
      isContainer(Operator->getArg(0)->getType()))
    return ContainerElement{Operator->getArg(0), Operator->getArg(1)};
  return calledFor(E, {"at", "front", "back"});
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

const VarDecl *holderIn(const Expr *E) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E->IgnoreParenImpCasts());
  if (!Ref)
    return nullptr;
  if (const auto *Name = dyn_cast<BindingDecl>(Ref->getDecl()))
    return dyn_cast_or_null<VarDecl>(Name->getDecomposedDecl());
  return dyn_cast<VarDecl>(Ref->getDecl());
}

std::optional<ContainerElement> elementHeldBy(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init || !Var.isLocalVarDecl() || Var.isCXXForRangeDecl() ||
      Init->isTypeDependent())
    return std::nullopt;
  if (Var.getType()->isLValueReferenceType())
    return isTensor(Var.getType()) &&
                   !Var.getType()->getPointeeType().isConstQualified()
               ? accessed(Init)
               : std::nullopt;
  auto Element = iteratorMade(Init);
  // It may be set to another.
  if (Element)
    Element->Key = nullptr;
  return Element;
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
