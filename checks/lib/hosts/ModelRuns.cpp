// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/ModelRuns.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/HolderAliases.h"
#include "checks/lib/hosts/HolderExprs.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/hosts/Values.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti_tidy {
namespace {

/// Through functions that return a loader, and from one holder to the next.
constexpr unsigned MaxDepth = 8;

AST_MATCHER(QualType, isModelHolder) {
  (void)Finder;
  (void)Builder;
  return holdsModel(Node);
}

AST_MATCHER(QualType, isSlotType) {
  (void)Finder;
  (void)Builder;
  return isSlot(Node);
}

/// A reference to what can be set to hold another loader.
bool isSlotReference(QualType T) {
  return T->isLValueReferenceType() && isSlot(T);
}

AST_MATCHER(InitListExpr, bindsSlot) {
  (void)Finder;
  (void)Builder;
  const CXXRecordDecl *Record =
      Node.isSemanticForm() ? Node.getType()->getAsCXXRecordDecl() : nullptr;
  return Record && Record->hasDefinition() &&
         llvm::any_of(Record->fields(), [](const FieldDecl *Field) {
           return isSlotReference(Field->getType());
         });
}

AST_MATCHER(CXXMemberCallExpr, isContainerOpener) {
  (void)Finder;
  (void)Builder;
  return opensContainer(Node);
}

StatementMatcher holderExpr() {
  return expr(hasType(qualType(isModelHolder())));
}

} // namespace

bool isModelClass(const CXXRecordDecl *Record) {
  if (!Record)
    return false;
  if (Record->getIdentifier() && isInNamespace(Record, "torch::inductor") &&
      (Record->getName() == "AOTIModelPackageLoader" ||
       Record->getName().starts_with("AOTIModelContainerRunner")))
    return true;
  return Record->hasDefinition() &&
         llvm::any_of(Record->bases(), [](const CXXBaseSpecifier &Base) {
           return isModelClass(Base.getType()->getAsCXXRecordDecl());
         });
}

bool isModelRun(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee))
    return isModelClass(Method->getParent()) &&
           (Method->getOverloadedOperator() == OO_Call ||
            (Method->getIdentifier() &&
             llvm::is_contained({"run", "boxed_run", "run_with_cuda_stream"},
                                Method->getName())));
  return Callee->getIdentifier() && Callee->isExternC() &&
         llvm::is_contained({"AOTInductorModelContainerRun",
                             "AOTInductorModelContainerRunSingleThreaded"},
                            Callee->getName()) &&
         Call->getNumArgs() > 0;
}

bool holdsModel(QualType T) {
  if (T.isNull())
    return false;
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (!Record)
    return false;
  if (isModelClass(Record))
    return true;
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  const unsigned Position = isMap(Record) ? 1 : 0;
  if (!Instance ||
      !(isPointerLike(Record) || isList(Record) || isMap(Record)) ||
      Instance->getTemplateArgs().size() <= Position)
    return false;
  const TemplateArgument &Arg = Instance->getTemplateArgs()[Position];
  if (Arg.getKind() != TemplateArgument::Type)
    return false;
  // A pointer to one, in a container.
  return isModelClass(Arg.getAsType()->getAsCXXRecordDecl()) ||
         (!isPointerLike(Record) && holdsModel(Arg.getAsType()));
}

Conditions LoaderWay::chosenUnder(ASTContext &Ctx) const {
  Conditions Result;
  Result.assumeAround(*Node, Ctx);
  // From the inside out.
  for (const Expr *E : llvm::reverse(Through)) {
    Result.assumeAround(*E, Ctx);
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && llvm::is_contained(Calls, Call))
      Result.bind(*Call, Ctx);
  }
  return Result;
}

std::vector<DeclarationMatcher> LoaderBindings::declarations() {
  return {// AOTIModelPackageLoader loader(...); auto p =
          // std::make_unique<...>(...);
          varDecl(hasType(qualType(isModelHolder())), unless(parmVarDecl()))
              .bind("variable"),
          // Loader loader_{...}; in a class whose constructor the compiler
          // writes: a written one is visited itself
          fieldDecl(hasType(qualType(isModelHolder())),
                    hasInClassInitializer(expr().bind("default")))
              .bind("field"),
          // loader_(...) of a constructor
          cxxConstructorDecl(
              hasAnyConstructorInitializer(withInitializer(holderExpr())))
              .bind("constructor"),
          // std::unique_ptr<Loader> &slot(int n) { return loaders_[n]; }
          functionDecl(isDefinition(), returns(lValueReferenceType(
                                           pointee(qualType(isSlotType())))))
              .bind("accessor")};
}

std::vector<StatementMatcher> LoaderBindings::statements() {
  return {
      // p = ..., p.reset(...), p.emplace(...)
      cxxOperatorCallExpr(hasOverloadedOperatorName("="),
                          hasArgument(0, holderExpr()))
          .bind("call"),
      binaryOperator(hasOperatorName("="), hasLHS(holderExpr()))
          .bind("assignment"),
      cxxMemberCallExpr(
          callee(cxxMethodDecl(hasAnyName(
              "reset", "emplace", "swap", "push_back", "emplace_back", "insert",
              "insert_or_assign", "try_emplace", "assign"))),
          on(holderExpr()))
          .bind("call"),
      // serve(loader), fill(p): a parameter gets a loader, or p another one.
      callExpr(hasAnyArgument(holderExpr()), unless(cxxOperatorCallExpr()))
          .bind("call"),
      cxxConstructExpr(hasAnyArgument(holderExpr())).bind("construction"),
      // Pointers and iterators, which it may be set by.
      unaryOperator(hasOperatorName("&"),
                    hasUnaryOperand(expr(hasType(qualType(isSlotType())))))
          .bind("handle"),
      cxxMemberCallExpr(on(holderExpr()), isContainerOpener()).bind("handle"),
      initListExpr(bindsSlot()).bind("list")};
}

void LoaderBindings::add(const MatchFinder::MatchResult &Result) {
  Ctx = Result.Context;
  const auto Set = [&](const ValueDecl *Holder, const Expr *Value,
                       const Expr *Key = nullptr) {
    if (!Holder)
      return;
    Holder = cast<ValueDecl>(Holder->getCanonicalDecl());
    auto &Values = Holders[Holder].Values;
    // What a copy's member is set to is no other loader.
    const Expr *E = Value ? unwrapped(Value) : nullptr;
    const HolderPlaces From = E ? placesNamed(E) : HolderPlaces();
    if (!From.empty() && llvm::all_of(From, [&](const HolderPlace &Place) {
          return Place.Holder == Holder;
        }))
      return;
    const auto By = mapLevels(Holder->getType()) > 1
                        ? std::nullopt
                        : constantKey(Key, {}, *Result.Context);
    if (llvm::none_of(Values, [&](const Given &Known) {
          return Known.Value == Value && Known.Key == By;
        }))
      Values.push_back({Value, By});
  };
  const auto SetAll = [&](const HolderPlaces &Places, const Expr *Value,
                          const Expr *Key = nullptr) {
    for (const HolderPlace &Place : Places)
      Set(Place.Holder, Value, Key ? Key : Place.Key);
  };
  // Parameters of functions that only this file can call get their arguments;
  // by reference, a pointer may be set to another loader.
  const auto Pass = [&](const FunctionDecl *Callee,
                        ArrayRef<const Expr *> Args) {
    for (auto [Arg, Parameter] : llvm::zip(Args, Callee->parameters())) {
      if (!holdsModel(Parameter->getType()))
        continue;
      if (Callee->getBody() && !Callee->isExternallyVisible())
        Set(Parameter, Arg);
      const QualType T = Parameter->getType();
      if (T->isLValueReferenceType() &&
          !T->getPointeeType().isConstQualified() &&
          !isModelClass(T->getPointeeType()->getAsCXXRecordDecl()))
        SetAll(placesNamed(Arg), nullptr);
    }
  };

  const auto &Nodes = Result.Nodes;
  if (const auto *Var = Nodes.getNodeAs<VarDecl>("variable")) {
    // for (auto &loader : loaders)
    if (Var->isCXXForRangeDecl()) {
      const auto Decls = Result.Context->getParents(*Var);
      const auto *Statement =
          Decls.empty() ? nullptr : Decls[0].get<DeclStmt>();
      const auto Loops = Result.Context->getParents(
          Statement ? DynTypedNode::create(*Statement)
                    : DynTypedNode::create(*Var));
      const auto *For =
          Loops.empty() ? nullptr : Loops[0].get<CXXForRangeStmt>();
      Set(Var, For ? For->getRangeInit() : nullptr);
    } else if (const Expr *Init = Var->getAnyInitializer()) {
      Set(Var, Init);
      if (isSlotReference(Var->getType()) && Var->isExternallyVisible())
        SetAll(placesNamed(Init), nullptr);
    }
  } else if (const auto *Field = Nodes.getNodeAs<FieldDecl>("field")) {
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent());
        Class && canUseDefaultInitializers(*Class))
      Set(Field, Nodes.getNodeAs<Expr>("default"));
  } else if (const auto *Ctor =
                 Nodes.getNodeAs<CXXConstructorDecl>("constructor")) {
    for (const CXXCtorInitializer *Init : Ctor->inits())
      if (const FieldDecl *Field = Init->getMember();
          Field && holdsModel(Field->getType())) {
        const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init->getInit());
        const Expr *Value = Default ? Default->getExpr() : Init->getInit();
        Set(Field, Value);
        if (isSlotReference(Field->getType()))
          SetAll(placesNamed(Value), nullptr);
      }
  } else if (const auto *List = Nodes.getNodeAs<InitListExpr>("list")) {
    const auto *Record = List->getType()->getAsCXXRecordDecl();
    const unsigned Bases = std::min(Record->getNumBases(), List->getNumInits());
    for (const auto [Field, Init] :
         llvm::zip(Record->fields(), List->inits().drop_front(Bases)))
      if (isSlotReference(Field->getType()))
        SetAll(placesNamed(Init), nullptr);
  } else if (const auto *Function = Nodes.getNodeAs<FunctionDecl>("accessor")) {
    llvm::SmallVector<const Expr *, 2> Returns;
    if (!isOnlyCalledInSight(*Function))
      returnsOf(Function->getBody(), Returns);
    for (const Expr *Return : Returns)
      SetAll(placesNamed(Return), nullptr);
  } else if (const auto *Handle = Nodes.getNodeAs<Expr>("handle")) {
    if (!isOnlyUsedInSight(*Handle, *Result.Context))
      for (const HolderPlace &Place : placesBehind(Handle))
        // An iterator may be moved on to other keys.
        Set(Place.Holder, nullptr,
            isa<UnaryOperator>(Handle) ? Place.Key : nullptr);
  } else if (const auto *Assign =
                 Nodes.getNodeAs<BinaryOperator>("assignment")) {
    SetAll(placesNamed(Assign->getLHS()), Assign->getRHS());
  } else if (const auto *Construct =
                 Nodes.getNodeAs<CXXConstructExpr>("construction")) {
    Pass(Construct->getConstructor(),
         {Construct->getArgs(), Construct->getNumArgs()});
  } else if (const auto *Call = Nodes.getNodeAs<CallExpr>("call")) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return;
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
      if (Operator->getOperator() == OO_Equal)
        SetAll(placesNamed(Operator->getArg(0)), Operator->getArg(1));
      return;
    }
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    if (Member && Callee->getIdentifier() &&
        holdsModel(Member->getImplicitObjectArgument()->getType())) {
      const Expr *Object = Member->getImplicitObjectArgument();
      const HolderPlaces Places = Object->getType()->isPointerType()
                                      ? placesBehind(Object)
                                      : placesNamed(Object);
      const auto *Record = Member->getObjectType()->getAsCXXRecordDecl();
      if (isList(Record) || isMap(Record)) {
        // loaders.push_back(std::make_unique<Loader>(path))
        const bool Adds =
            llvm::is_contained({"push_back", "emplace_back", "emplace",
                                "insert_or_assign", "try_emplace"},
                               Callee->getName());
        const bool IsMade = Adds && constructionOf(Call);
        SetAll(Places,
               IsMade ? Call
               : Adds && Call->getNumArgs() > 0
                   ? Call->getArg(Call->getNumArgs() - 1)
                   : nullptr,
               Adds && isMap(Record) && Call->getNumArgs() > 1 ? Call->getArg(0)
                                                               : nullptr);
      } else if (Callee->getName() == "emplace")
        SetAll(Places, Call);
      else if (Callee->getName() == "reset")
        SetAll(Places, Call->getNumArgs() > 0 &&
                               !isa<CXXDefaultArgExpr>(Call->getArg(0))
                           ? Call->getArg(0)
                           : Call);
      else if (Callee->getName() == "swap")
        SetAll(Places, nullptr);
    }
    Pass(Callee, {Call->getArgs(), Call->getNumArgs()});
  }
}

bool LoaderBindings::collect(const ValueDecl *Holder,
                             const std::optional<std::string> &Key,
                             const Path &Before, unsigned Depth,
                             llvm::SmallVectorImpl<LoaderWay> &Into) const {
  Holder = cast<ValueDecl>(Holder->getCanonicalDecl());
  const auto It = Holders.find(Holder);
  if (It == Holders.end())
    return false;
  std::optional<bool> &CanChange = It->second.CanChangeElsewhere;
  if (!CanChange)
    CanChange = canChangeElsewhere(Holder);
  const bool IsKeyed = Key && mapLevels(Holder->getType()) == 1;
  return !*CanChange && llvm::all_of(It->second.Values, [&](const Given &G) {
    const bool IsOther = IsKeyed && G.Key && *Key != *G.Key;
    return IsOther || collect(G.Value, Before, Depth + 1, Into);
  });
}

bool LoaderBindings::collect(const Expr *Value, const Path &Before,
                             unsigned Depth,
                             llvm::SmallVectorImpl<LoaderWay> &Into) const {
  const Expr *Key = nullptr;
  const Expr *E = Value ? unwrapped(Value, &Key) : nullptr;
  if (!E || Depth > MaxDepth)
    return false;
  Path Through = Before;
  // The run's object itself is no place where the loader is chosen.
  if (Depth > 0)
    Through.push_back(E);
  if (auto C = constructionOf(E)) {
    LoaderWay Way;
    static_cast<Construction &>(Way) = std::move(*C);
    Way.Through = std::move(Through);
    Into.push_back(std::move(Way));
    return true;
  }
  if (isNothing(E))
    return true;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return collect(Choice->getTrueExpr(), Through, Depth + 1, Into) &&
           collect(Choice->getFalseExpr(), Through, Depth + 1, Into);
  if (const ValueDecl *Holder = holderNamed(E))
    return collect(Holder, constantKey(Key, Before, *Ctx), Through, Depth,
                   Into);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  // p.reset()
  if (isa<CXXMemberCallExpr>(Call) && Callee->getIdentifier() &&
      Callee->getName() == "reset")
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if ((Method && Method->isVirtual()) || !holdsModel(Callee->getReturnType()) ||
      !Callee->getBody())
    return false;
  llvm::SmallVector<const Expr *, 2> Returns;
  returnsOf(Callee->getBody(), Returns);
  if (Depth == 0)
    Through.push_back(E);
  const size_t First = Into.size();
  if (Returns.empty() || !llvm::all_of(Returns, [&](const Expr *Return) {
        return collect(Return, Through, Depth + 1, Into);
      }))
    return false;
  for (LoaderWay &Way : llvm::MutableArrayRef(Into).drop_front(First))
    Way.Calls.push_back(Call);
  return true;
}

llvm::SmallVector<LoaderWay, 1>
LoaderBindings::loadersOf(const Expr *Object) const {
  llvm::SmallVector<LoaderWay, 1> Result;
  if (!collect(Object, {}, 0, Result))
    Result.clear();
  return Result;
}

} // namespace aoti_tidy
