// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code other than the statement at hand gives to members of the object.
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/HandedCode.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The members that are followed and that a function, or one that it leads to,
/// may give values: of objects that it has not made.
class SetBy {
public:
  using Fields = llvm::DenseSet<const FieldDecl *>;

  explicit SetBy(ASTContext &Ctx) : Ctx(Ctx) {}
  const Fields &of(const FunctionDecl &Function) {
    const auto [It, IsNew] = Known.try_emplace(Function.getCanonicalDecl());
    if (IsNew)
      for (const FunctionDecl *F : UnitIndex::of(Ctx).reachedFrom(Function))
        add(*F, It->second);
    return It->second;
  }

private:
  void add(const FunctionDecl &Function, Fields &Into) const {
    for (const FieldDecl *Field : UnitIndex::of(Ctx).fieldsSetIn(Function))
      if (isFollowed(Field->getType()) && !isOfOwnObject(Function, *Field))
        Into.insert(Field);
  }

  /// Whether \p Function makes or ends the object whose \p Field it sets.
  static bool isOfOwnObject(const FunctionDecl &Function,
                            const FieldDecl &Field) {
    if (!isa<CXXConstructorDecl, CXXDestructorDecl>(Function))
      return false;
    const CXXRecordDecl *Class = cast<CXXMethodDecl>(Function).getParent();
    return Field.getParent() == Class &&
           llvm::none_of(Function.parameters(), [&](const ParmVarDecl *Param) {
             const QualType T = Param->getType()->getPointeeType();
             return !T.isNull() && !T.isConstQualified() &&
                    T->getAsCXXRecordDecl() == Class;
           });
  }

  ASTContext &Ctx;
  llvm::DenseMap<const FunctionDecl *, Fields> Known;
};

bool isThis(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Deref)
    E = Unary->getSubExpr()->IgnoreParenImpCasts();
  return isa<CXXThisExpr>(E);
}

/// Whether \p Callee, a library's, may run what it is handed after it has
/// returned: std::async(…), pool.submit(…).
bool runsLater(const FunctionDecl &Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (!isOfLibrary(&Callee) || (Method && !Method->isStatic()))
    return true;
  const StringRef Name = Callee.getIdentifier() ? Callee.getName() : "";
  return Name.contains("async") || Name.contains("launch");
}

/// The class of the object that the code of \p Function is of: of a lambda, the
/// one around. Null if there is none.
const CXXRecordDecl *classAround(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  while (Method && Method->getParent()->isLambda())
    Method = dyn_cast<CXXMethodDecl>(Method->getParent()->getDeclContext());
  return Method && !Method->isStatic() ? Method->getParent() : nullptr;
}

} // namespace

void FunctionFlow::forgetSetBy(const FunctionDecl &Run, bool IsLater) {
  const SetBy::Fields &Set = oncePerFile<SetBy>(Ctx).of(Run);
  if (IsLater)
    for (const FieldDecl *Field : Set)
      State.escape(*Field);
  else if (!Set.empty())
    State.forgetFields(
        [&](const FieldDecl &Field) { return Set.contains(&Field); });
}

void FunctionFlow::forgetSetByAny() {
  State.forgetFields([&](const FieldDecl &Field) {
    return UnitIndex::canChangeUnseen(Field) ||
           llvm::any_of(UnitIndex::of(Ctx).writesOf(Field),
                        [](const UnitIndex::Write &W) {
                          return W.In && !isa<CXXConstructorDecl>(W.In);
                        });
  });
}

void FunctionFlow::runHanded(const HandedCode &Handed, bool IsLater) {
  for (const FunctionDecl *Run : Handed.Code)
    forgetSetBy(*Run, IsLater);
  if (Handed.HasUnknown)
    forgetSetByAny();
}

void FunctionFlow::runDestructors(QualType T, bool IsLater) {
  // Another object of this class ends itself, not this one.
  if (T->getAsCXXRecordDecl() != classAround(Function))
    forEachDestructorOf(
        T, [&](const FunctionDecl &Run) { forgetSetBy(Run, IsLater); });
}

void FunctionFlow::changeFields(const CallExpr &E, const FunctionDecl *Callee,
                                ArrayRef<const Expr *> Args) {
  if (!classAround(Function))
    return;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
  const bool OnThis = Object && isa<CXXThisExpr>(Object->IgnoreParenImpCasts());
  // std::function's: it calls whatever it was given.
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
  if (!Callee || (Operator && Callee->isInStdNamespace() &&
                  Operator->getOperator() == OO_Call))
    return forgetSetByAny();
  const auto *Called = dyn_cast<CXXMethodDecl>(Callee);
  const bool MayBeAnother = Called && Called->isVirtual();
  const FunctionDecl *Body = MayBeAnother ? nullptr : Callee->getDefinition();
  const HandedCode Handed = handedBy(Args);
  const bool IsLibrarys = isOfLibrary(Callee);
  const bool MayChange =
      Body ? !oncePerFile<SetBy>(Ctx).of(*Body).empty()
           : OnThis || MayBeAnother || (Handed.HasObject && !IsLibrarys);
  Ways Returned;
  if (MayChange && OnThis &&
      follow(*Callee, Args, Object, &Returned, /*Out=*/true)) {
    Done[&E] = std::move(Returned);
    return;
  }
  if (MayChange && Body)
    forgetSetBy(*Body, /*IsLater=*/false);
  else if (MayChange)
    forgetSetByAny();
  runHanded(Handed, /*IsLater=*/Body && isOfProgram(*Body)
                        ? false
                        : runsLater(*Callee));
  if (!IsLibrarys)
    return;
  if (Handed.HasObject)
    forEachMadeBy(*Callee, [&](const FunctionDecl &Run) {
      forgetSetBy(Run, /*IsLater=*/false);
    });
  // guard_.reset(), guards_.clear()
  if (Object && Called && !Called->isConst() && !isTensor(Object->getType()))
    runDestructors(Member->getObjectType(), /*IsLater=*/false);
}

void FunctionFlow::changeFieldsByAssignment(const CXXOperatorCallExpr &E) {
  const Expr *Target = E.getArg(0);
  const FunctionDecl *Callee = E.getDirectCallee();
  if (!Callee || !classAround(Function) || isTensor(Target->getType()))
    return;
  const bool IsWritten = !Callee->isDefaulted() && isOfProgram(*Callee);
  if (isThis(Target) && !(IsWritten && Callee->getDefinition()))
    return State.forgetFields([](const FieldDecl &) { return true; });
  if (IsWritten)
    return changeFields(E, Callee, {E.getArg(1)});
  if (!isClass(Target->getType(), "std", "function"))
    runHanded(handedBy({E.getArg(1)}), /*IsLater=*/true);
  runDestructors(Target->getType(), /*IsLater=*/false);
}

void FunctionFlow::changeFieldsByMaking(const CXXConstructExpr &E) {
  const CXXConstructorDecl &Constructor = *E.getConstructor();
  const CXXRecordDecl *Class = Constructor.getParent();
  const CXXRecordDecl *Around = classAround(Function);
  // A std::function only keeps what it is given.
  if (!Around || E.getNumArgs() == 0 || Class->isLambda() ||
      isTensor(E.getType()) || isClass(E.getType(), "std", "function"))
    return;
  const HandedCode Handed = handedBy(ArrayRef(E.getArgs(), E.getNumArgs()));
  runHanded(Handed, /*IsLater=*/true);
  if (isOfLibrary(&Constructor)) {
    if (Handed.HasObject)
      forEachMadeBy(Constructor, [&](const FunctionDecl &Run) {
        forgetSetBy(Run, /*IsLater=*/false);
      });
  } else if (Constructor.getDefinition()) {
    if (Handed.HasObject || Class != Around)
      forgetSetBy(Constructor, /*IsLater=*/false);
  } else if (Handed.HasObject && Constructor.isUserProvided()) {
    forgetSetByAny();
  }
}

void FunctionFlow::changeFieldsByParts(const InitListExpr &E) {
  const CXXRecordDecl *Class = E.getType()->getAsCXXRecordDecl();
  if (Class && classAround(Function))
    runHanded(handedBy(E.inits()), /*IsLater=*/true);
}

void FunctionFlow::changeFieldsAtEndOf(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!classAround(Function) || !Var.hasLocalStorage() || !Init)
    return;
  // const Guard &guard = Guard(*this);
  if (Var.getType()->isReferenceType() &&
      !isa<MaterializeTemporaryExpr>(Init->IgnoreImplicitAsWritten()) &&
      !isa<MaterializeTemporaryExpr>(Init) &&
      !(isa<ExprWithCleanups>(Init) &&
        isa<MaterializeTemporaryExpr>(
            cast<ExprWithCleanups>(Init)->getSubExpr())))
    return;
  runDestructors(Var.getType().getNonReferenceType(), /*IsLater=*/true);
}

} // namespace aoti_tidy
