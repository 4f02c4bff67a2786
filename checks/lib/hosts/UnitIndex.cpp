// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/cxx/ElementAccess.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace aoti_tidy {
using Kind = UnitIndex::Write::Kind;

bool isOfThisFileAlone(const CXXRecordDecl &Class) {
  if (!Class.isExternallyVisible())
    return true;
  const SourceManager &Sources = Class.getASTContext().getSourceManager();
  const CXXRecordDecl *Definition = Class.getDefinition();
  if (!Definition)
    return false;
  const SourceLocation Loc = Sources.getExpansionLoc(Definition->getLocation());
  if (!Sources.isInMainFile(Loc))
    return false;
  // A header may be linted by itself.
  const StringRef Extension =
      llvm::sys::path::extension(Sources.getFilename(Loc));
  return !Extension.starts_with(".h") && Extension != ".cuh" &&
         Extension != ".inl";
}

bool canUseDefaultInitializers(const CXXRecordDecl &Class) {
  if (Class.isAggregate() || Class.needsImplicitDefaultConstructor())
    return true;
  // By name: ctors() goes through all that a class declares, and this is asked
  // of each of its members.
  ASTContext &Context = Class.getASTContext();
  const DeclarationName Name = Context.DeclarationNames.getCXXConstructorName(
      Context.getCanonicalTagType(&Class));
  return llvm::any_of(Class.lookup(Name), [](const NamedDecl *D) {
    const auto *C = dyn_cast<CXXConstructorDecl>(D);
    return C && C->isDefaultConstructor() && !C->isUserProvided() &&
           !C->isDeleted();
  });
}

const MemberExpr *memberRootOf(const Expr *E) {
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return isa<FieldDecl>(Member->getMemberDecl()) ? Member : nullptr;
    if (const Expr *Optional = optionalBehind(E)) {
      E = Optional;
      continue;
    }
    const auto Access = elementAccess(E);
    // A part of a tensor shares its data; as a member it is another tensor.
    if (!Access || isTensor(Access->Object->getType()))
      return nullptr;
    E = Access->Object;
  }
  return nullptr;
}

const FieldDecl *ownFieldOf(const Expr *E) {
  const auto *Member =
      dyn_cast_or_null<MemberExpr>(E ? E->IgnoreParenImpCasts() : nullptr);
  return Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
             ? dyn_cast<FieldDecl>(Member->getMemberDecl())
             : nullptr;
}

const UnitIndex &UnitIndex::of(ASTContext &Ctx) {
  return oncePerFile<UnitIndex>(Ctx);
}

UnitIndex::UnitIndex(ASTContext &Ctx) : Ctx(&Ctx) { walk(); }

llvm::ArrayRef<UnitIndex::Write>
UnitIndex::writesOf(const FieldDecl &Field) const {
  const auto It = Writes.find(&Field);
  return It == Writes.end() ? llvm::ArrayRef<Write>() : It->second;
}

namespace {

/// The methods of classes that another file has the bodies of; a class with
/// very many is asked about as often.
class UnseenMethods {
public:
  explicit UnseenMethods(ASTContext &) {}

  struct Of {
    bool HasAny = false;
    bool HasChanging = false; ///< one that may change members
  };
  Of of(const CXXRecordDecl &Class) {
    if (const auto It = Known.find(&Class); It != Known.end())
      return It->second;
    Of Result;
    for (const Decl *D : Class.decls())
      add(D, Class, Result);
    Known[&Class] = Result;
    return Result;
  }

private:
  void add(const Decl *D, const CXXRecordDecl &Class, Of &To) {
    // A class within may do what a friend does.
    if (const auto *Within = dyn_cast<CXXRecordDecl>(D);
        Within && !Within->isInjectedClassName()) {
      const CXXRecordDecl *Body = Within->getDefinition();
      const bool IsUnseen = Body ? of(*Body).HasAny : true;
      To.HasAny |= IsUnseen;
      To.HasChanging |= IsUnseen;
      return;
    }
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      D = Template->getTemplatedDecl();
    const auto *Method = dyn_cast<CXXMethodDecl>(D);
    if (!Method || Method->isImplicit() || Method->isDefaulted() ||
        Method->isDeleted() || Method->isDefined() || Method->isPureVirtual())
      return;
    To.HasAny = true;
    const auto IsGivenOne = [&](const ParmVarDecl *Param) {
      QualType T = Param->getType();
      if (!T->isReferenceType() && !T->isPointerType())
        return false;
      T = T->getPointeeType();
      return !T.isConstQualified() && T->getAsCXXRecordDecl() &&
             T->getAsCXXRecordDecl()->getCanonicalDecl() ==
                 Class.getCanonicalDecl();
    };
    To.HasChanging |= Method->isStatic()
                          ? llvm::any_of(Method->parameters(), IsGivenOne)
                          : !Method->isConst();
  }

  llvm::DenseMap<const CXXRecordDecl *, Of> Known;
};

UnseenMethods::Of unseenMethodsOf(const CXXRecordDecl &Class) {
  return oncePerFile<UnseenMethods>(Class.getASTContext()).of(Class);
}

} // namespace

bool UnitIndex::canChangeUnseen(const FieldDecl &Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class)
    return true;
  if (isOfThisFileAlone(*Class) || Field.getType().isConstQualified())
    return false;
  const UnseenMethods::Of Unseen = unseenMethodsOf(*Class);
  return Field.getAccess() != AS_private || Class->hasFriends() ||
         Unseen.HasChanging || (Field.isMutable() && Unseen.HasAny);
}

bool UnitIndex::canReadUnseen(const FieldDecl &Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class)
    return true;
  if (isOfThisFileAlone(*Class))
    return false;
  return Field.getAccess() != AS_private || Class->hasFriends() ||
         unseenMethodsOf(*Class).HasAny;
}

/// Whether code of other files can call \p Function.
static bool isCalledUnseen(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  // A lambda is followed to its calls.
  if (Method && Method->getParent()->isLambda())
    return false;
  if (Function.isMain() || Function.isExternC() ||
      Function.hasAttr<UsedAttr>() || Function.isOverloadedOperator() ||
      (Method && Method->size_overridden_methods() > 0))
    return true;
  if (!Method)
    return Function.isExternallyVisible();
  if (isOfThisFileAlone(*Method->getParent()))
    return false;
  // Only methods of its class can call it, and all of them are here.
  return Method->getAccess() != AS_private || Method->isVirtual() ||
         Method->getParent()->hasFriends() ||
         unseenMethodsOf(*Method->getParent()).HasAny;
}

llvm::SmallVector<const UnitIndex::Call *, 2>
UnitIndex::allCallsOf(const FunctionDecl &Function) const {
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function);
  llvm::SmallVector<const Call *, 2> Result;
  if (isCalledUnseen(Function) || isOverridden(Function) ||
      Open.contains(Function.getCanonicalDecl()) ||
      (Constructor &&
       MadeByLibrary.contains(Constructor->getParent()->getCanonicalDecl())))
    return Result;
  for (const Call &C : callsOf(Function))
    Result.push_back(&C);
  return Result;
}

llvm::ArrayRef<UnitIndex::Call>
UnitIndex::callsOf(const FunctionDecl &Function) const {
  const auto It = Calls.find(Function.getCanonicalDecl());
  return It == Calls.end() ? llvm::ArrayRef<Call>()
                           : llvm::ArrayRef<Call>(It->second);
}

llvm::SmallVector<const Expr *, 2>
UnitIndex::argumentsFor(const ParmVarDecl &Param) const {
  const auto *Function = dyn_cast<FunctionDecl>(Param.getDeclContext());
  if (!Function || isChangedLater(Param, *Ctx))
    return {};
  llvm::SmallVector<const Expr *, 2> Result;
  const unsigned Position = Param.getFunctionScopeIndex();
  for (const Call *C : allCallsOf(*Function)) {
    const Expr *Arg = Position < C->Args.size() ? C->Args[Position] : nullptr;
    if (!Arg)
      return {};
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Arg))
      Arg = Default->getExpr();
    Result.push_back(Arg);
  }
  return Result;
}

llvm::SmallVector<const Expr *, 2>
UnitIndex::allValuesOf(const FieldDecl &Field) const {
  if (canChangeUnseen(Field))
    return {};
  llvm::SmallVector<const Expr *, 2> Result;
  for (const Write &W : writesOf(Field)) {
    if (W.What == Kind::Default)
      continue;
    if (W.What != Kind::Whole || !W.Value)
      return {};
    Result.push_back(W.Value);
  }
  return Result;
}

bool UnitIndex::calls(const FunctionDecl &From, const FunctionDecl &To) const {
  llvm::DenseSet<const FunctionDecl *> Seen;
  llvm::SmallVector<const FunctionDecl *, 8> Work = {From.getCanonicalDecl()};
  while (!Work.empty()) {
    const FunctionDecl *F = Work.pop_back_val();
    if (!Seen.insert(F).second)
      continue;
    if (F == To.getCanonicalDecl())
      return true;
    if (const auto It = Callees.find(F); It != Callees.end())
      Work.append(It->second.begin(), It->second.end());
  }
  return false;
}

} // namespace aoti_tidy
