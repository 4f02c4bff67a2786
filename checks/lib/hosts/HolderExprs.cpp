// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/HolderExprs.h"
#include "checks/lib/cxx/ElementAccess.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/hosts/UnitIndex.h"

using namespace clang;

namespace aoti_tidy {

/// The container of 'loaders[0]', 'loaders.at(0)'; null if \p E is no element.
static const Expr *containerOf(const Expr *E) {
  const auto Access = elementAccess(E);
  const auto *Record =
      Access ? Access->Object->getType()->getAsCXXRecordDecl() : nullptr;
  return isList(Record) || isMap(Record) ? Access->Object : nullptr;
}

const ValueDecl *holderNamed(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const Expr *Container = containerOf(E))
    E = Container->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<VarDecl>(Ref->getDecl()->getCanonicalDecl());
  // 'it->second' is one of many.
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return cast<Decl>(Member->getMemberDecl()->getDeclContext())
                   ->isInStdNamespace()
               ? nullptr
               : dyn_cast<ValueDecl>(
                     Member->getMemberDecl()->getCanonicalDecl());
  return nullptr;
}

bool canChangeElsewhere(const ValueDecl *Holder) {
  if (const auto *Var = dyn_cast<VarDecl>(Holder))
    return Var->hasGlobalStorage() && Var->isExternallyVisible() &&
           !isModelClass(Var->getType()->getAsCXXRecordDecl());
  const auto *Field = dyn_cast<FieldDecl>(Holder);
  const auto *Class =
      Field ? dyn_cast<CXXRecordDecl>(Field->getParent()) : nullptr;
  if (!Class)
    return true;
  // A pointer to a loader can be set again; a loader itself stays what it is.
  if (!isModelClass(Field->getType()->getAsCXXRecordDecl()))
    return UnitIndex::canChangeUnseen(*Field);
  return llvm::any_of(Class->ctors(), [](const CXXConstructorDecl *Ctor) {
    return Ctor->isUserProvided() && !Ctor->isDeleted() && !Ctor->isDefined();
  });
}

void returnsOf(const Stmt *S, llvm::SmallVectorImpl<const Expr *> &Into) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    Into.push_back(Return->getRetValue());
    return;
  }
  for (const Stmt *Child : S->children())
    returnsOf(Child, Into);
}

/// Strips one wrapper from \p E: std::move(...), std::unique_ptr<L>(...), *p,
/// p->, p.get(), loader.get_runner(), loaders[0]. Null if it has none.
static const Expr *wrappedIn(const Expr *E) {
  if (const Expr *Container = containerOf(E))
    return Container;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    const CXXConstructorDecl &Of = *Construct->getConstructor();
    return Construct->getNumArgs() > 0 && (isPointerLike(Of.getParent()) ||
                                           Of.isCopyOrMoveConstructor())
               ? Construct->getArg(0)
               : nullptr;
  }
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return New->getInitializer();
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 ? List->getInit(0) : nullptr;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return Operator->getOperator() == OO_Star ||
                   Operator->getOperator() == OO_Arrow
               ? Operator->getArg(0)
               : nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf
               ? Unary->getSubExpr()
               : nullptr;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    // Not a getter by a name: 'bank.get("vision")'.
    return Call->getNumArgs() == 0 &&
                   llvm::is_contained({"get", "value", "get_runner"},
                                      nameOf(Call->getMethodDecl()))
               ? Call->getImplicitObjectArgument()
               : nullptr;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && Call->isCallToStdMove() ? Call->getArg(0) : nullptr;
}

/// The call 'map.find(key)' whose result is all that \p E, 'it->second', gets
/// at its loader by; null if it is something else.
static const CXXMemberCallExpr *findBehind(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (!Member || nameOf(Member->getMemberDecl()) != "second")
    return nullptr;
  const auto *Arrow =
      dyn_cast<CXXOperatorCallExpr>(Member->getBase()->IgnoreParenImpCasts());
  if (!Arrow || Arrow->getNumArgs() != 1)
    return nullptr;
  const Expr *Iterator = Arrow->getArg(0)->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Iterator)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || !Var->isLocalVarDecl() || !Var->getInit() ||
        Var->isCXXForRangeDecl() || isChangedLater(*Var, Var->getASTContext()))
      return nullptr;
    Iterator = Var->getInit()->IgnoreImplicit();
  }
  const auto *Call =
      dyn_cast<CXXMemberCallExpr>(Iterator->IgnoreParenImpCasts());
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  return nameOf(Method) == "find" && Call->getNumArgs() == 1 &&
                 isMap(Method->getParent())
             ? Call
             : nullptr;
}

const Expr *unwrapped(const Expr *E) {
  while (E) {
    E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
    const auto *Find = findBehind(E);
    const Expr *Inner = Find                ? Find->getImplicitObjectArgument()
                        : constructionOf(E) ? nullptr
                                            : wrappedIn(E);
    if (!Inner)
      return E;
    E = Inner;
  }
  return nullptr;
}

bool isNothing(const Expr *E) {
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr>(E))
    return true;
  if (isClass(E->getType(), "std", "nullopt_t"))
    return true;
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 0;
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  if (!Construct || isModelClass(Construct->getConstructor()->getParent()))
    return false;
  // std::vector<std::unique_ptr<Loader>> loaders(n);
  return Construct->getNumArgs() == 0 ||
         (isList(Construct->getConstructor()->getParent()) &&
          Construct->getArg(0)->getType()->isIntegerType());
}

} // namespace aoti_tidy
