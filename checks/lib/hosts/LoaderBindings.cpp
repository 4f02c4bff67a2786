// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/LoaderBindings.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/HolderExprs.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti_tidy {
namespace {

/// Through functions that return a loader, and from one holder to the next.
constexpr unsigned MaxBindingDepth = 8;

AST_MATCHER(QualType, isModelHolder) {
  (void)Finder;
  (void)Builder;
  return holdsModel(Node);
}

/// A variable that can be set to hold another loader: a pointer, an optional, a
/// container. A loader itself stays what it is.
bool isSlot(QualType T) {
  return !T.isNull() && !T.getNonReferenceType().isConstQualified() &&
         holdsModel(T) &&
         !isModelClass(T.getNonReferenceType()->getAsCXXRecordDecl());
}

AST_MATCHER(QualType, isSlotType) {
  (void)Finder;
  (void)Builder;
  return isSlot(Node);
}

bool isSlotReference(QualType T) {
  return T->isLValueReferenceType() && isSlot(T);
}

/// The expression that the local reference \p Var is bound to; for
/// 'for (auto &x : v)', the range.
const Expr *boundTo(const VarDecl &Var, ASTContext &Ctx) {
  if (!Var.isCXXForRangeDecl())
    return Var.getAnyInitializer();
  const auto Decls = Ctx.getParents(Var);
  const auto *Statement = Decls.empty() ? nullptr : Decls[0].get<DeclStmt>();
  const auto Loops = Ctx.getParents(Statement ? DynTypedNode::create(*Statement)
                                              : DynTypedNode::create(Var));
  const auto *For = Loops.empty() ? nullptr : Loops[0].get<CXXForRangeStmt>();
  return For ? For->getRangeInit() : nullptr;
}

/// Whether its callers may set what \p Param, a reference, is bound to without
/// naming it: 'for_each(models.begin(), models.end(), [](auto &model) { … })'.
bool isBoundUnseen(const ParmVarDecl &Param, ASTContext &Ctx) {
  const auto *Function = dyn_cast<FunctionDecl>(Param.getDeclContext());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  return !Function || (Method && Method->getParent()->isLambda()) ||
         UnitIndex::of(Ctx).isNamed(*Function);
}

StatementMatcher holderExpr() {
  return expr(hasType(qualType(isModelHolder())));
}

} // namespace

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
      // p = ...
      cxxOperatorCallExpr(hasOverloadedOperatorName("="),
                          hasArgument(0, holderExpr()))
          .bind("assignment"),
      binaryOperator(hasOperatorName("="), hasLHS(holderExpr()))
          .bind("assignment"),
      // p.reset(...), p.emplace(...), loaders.push_back(...)
      cxxMemberCallExpr(
          callee(cxxMethodDecl(hasAnyName(
              "reset", "emplace", "swap", "push_back", "emplace_back", "insert",
              "insert_or_assign", "try_emplace", "assign"))),
          on(holderExpr()))
          .bind("method"),
      // serve(loader), fill(p): a parameter gets a loader, or p another one.
      callExpr(hasAnyArgument(holderExpr()), unless(cxxOperatorCallExpr()))
          .bind("call"),
      cxxConstructExpr(hasAnyArgument(holderExpr())).bind("construction"),
      // fill(&p), Slots{p}
      unaryOperator(hasOperatorName("&"),
                    hasUnaryOperand(
                        expr(hasType(qualType(isSlotType()))).bind("handed"))),
      initListExpr(
          hasType(cxxRecordDecl(has(fieldDecl(
              hasType(lValueReferenceType(pointee(qualType(isSlotType())))))))))
          .bind("list")};
}

void LoaderBindings::add(const MatchFinder::MatchResult &Result) {
  Ctx = Result.Context;
  const auto &Nodes = Result.Nodes;
  if (const auto *Var = Nodes.getNodeAs<VarDecl>("variable"))
    addVariable(*Var);
  else if (const auto *Field = Nodes.getNodeAs<FieldDecl>("field"))
    addField(*Field, *Nodes.getNodeAs<Expr>("default"));
  else if (const auto *Ctor =
               Nodes.getNodeAs<CXXConstructorDecl>("constructor"))
    addConstructor(*Ctor);
  else if (const auto *Function = Nodes.getNodeAs<FunctionDecl>("accessor"))
    addAccessor(*Function);
  else if (const auto *Assignment = Nodes.getNodeAs<Expr>("assignment"))
    addAssignment(*Assignment);
  else if (const auto *Method = Nodes.getNodeAs<CXXMemberCallExpr>("method"))
    addMethod(*Method);
  else if (const auto *Call = Nodes.getNodeAs<CallExpr>("call")) {
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      addArguments(*Callee, {Call->getArgs(), Call->getNumArgs()});
  } else if (const auto *Made =
                 Nodes.getNodeAs<CXXConstructExpr>("construction"))
    addArguments(*Made->getConstructor(),
                 {Made->getArgs(), Made->getNumArgs()});
  else if (const auto *Handed = Nodes.getNodeAs<Expr>("handed"))
    give(Handed, nullptr);
  else if (const auto *List = Nodes.getNodeAs<InitListExpr>("list"))
    for (const Expr *Init : List->inits())
      if (isSlot(Init->getType()))
        give(Init, nullptr);
}

void LoaderBindings::set(const ValueDecl &Holder, const Expr *Value) {
  auto &Values = Holders[cast<ValueDecl>(Holder.getCanonicalDecl())].Values;
  // A copy's member, set from the original's, is no other loader.
  const Expr *E = Value ? unwrapped(Value) : nullptr;
  if (E && holderNamed(E) == Holder.getCanonicalDecl())
    return;
  if (!llvm::is_contained(Values, Value))
    Values.push_back(Value);
}

void LoaderBindings::give(const Expr *Target, const Expr *Value) {
  for (unsigned Depth = 0; Target && Depth < MaxBindingDepth; ++Depth) {
    const ValueDecl *Holder = holderNamed(Target);
    const auto *Var = dyn_cast_or_null<VarDecl>(Holder);
    const auto *Param = dyn_cast_or_null<ParmVarDecl>(Var);
    if (!Holder)
      break;
    if (!Holder->getType()->isReferenceType() ||
        (Param && !isBoundUnseen(*Param, *Ctx)))
      return set(*Holder, Value);
    Target = Var && !Param ? boundTo(*Var, *Ctx) : nullptr;
  }
  IsSetUnseen = true;
}

void LoaderBindings::addVariable(const VarDecl &Var) {
  const Expr *Init = boundTo(Var, *Ctx);
  if (!Init && !Var.isCXXForRangeDecl())
    return;
  set(Var, Init);
  if (isSlotReference(Var.getType()) && Var.isExternallyVisible())
    give(Init, nullptr);
}

void LoaderBindings::addField(const FieldDecl &Field, const Expr &Default) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (Class && canUseDefaultInitializers(*Class))
    set(Field, &Default);
}

void LoaderBindings::addConstructor(const CXXConstructorDecl &Constructor) {
  for (const CXXCtorInitializer *Init : Constructor.inits()) {
    const FieldDecl *Field = Init->getMember();
    if (!Field || !holdsModel(Field->getType()))
      continue;
    const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init->getInit());
    const Expr *Value = Default ? Default->getExpr() : Init->getInit();
    set(*Field, Value);
    if (isSlotReference(Field->getType()))
      give(Value, nullptr);
  }
}

void LoaderBindings::addAccessor(const FunctionDecl &Function) {
  llvm::SmallVector<const Expr *, 2> Returns;
  returnsOf(Function.getBody(), Returns);
  for (const Expr *Return : Returns)
    give(Return, nullptr);
}

void LoaderBindings::addAssignment(const Expr &E) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&E))
    give(Binary->getLHS(), Binary->getRHS());
  else
    give(cast<CallExpr>(E).getArg(0), cast<CallExpr>(E).getArg(1));
}

void LoaderBindings::addMethod(const CXXMemberCallExpr &E) {
  const Expr *Object = E.getImplicitObjectArgument();
  const StringRef Name = nameOf(E.getMethodDecl());
  const auto *Record = E.getObjectType()->getAsCXXRecordDecl();
  const auto Args = writtenArguments(&E);
  const Expr *Last = Args.empty() ? nullptr : Args.back();
  if (isList(Record) || isMap(Record)) {
    // loaders.push_back(std::make_unique<Loader>(path))
    const bool Adds =
        llvm::is_contained({"push_back", "emplace_back", "emplace",
                            "insert_or_assign", "try_emplace"},
                           Name);
    return give(Object, !Adds ? nullptr : constructionOf(&E) ? &E : Last);
  }
  if (Name == "emplace")
    give(Object, &E);
  else if (Name == "reset")
    give(Object, Last ? Last : &E);
  else if (Name == "swap")
    give(Object, nullptr);
}

void LoaderBindings::addArguments(const FunctionDecl &Callee,
                                  ArrayRef<const Expr *> Args) {
  for (auto [Arg, Parameter] : llvm::zip(Args, Callee.parameters())) {
    if (!holdsModel(Parameter->getType()))
      continue;
    // Only this file can call it.
    if (Callee.getBody() && !Callee.isExternallyVisible())
      set(*Parameter, Arg);
    if (isSlotReference(Parameter->getType()))
      give(Arg, nullptr);
  }
}

bool LoaderBindings::collect(const ValueDecl &Holder, unsigned Depth,
                             llvm::SmallVectorImpl<Construction> &Into) const {
  const auto It = Holders.find(cast<ValueDecl>(Holder.getCanonicalDecl()));
  if (It == Holders.end() || (IsSetUnseen && isSlot(Holder.getType())))
    return false;
  std::optional<bool> &CanChange = It->second.CanChangeElsewhere;
  if (!CanChange)
    CanChange = canChangeElsewhere(&Holder);
  return !*CanChange && llvm::all_of(It->second.Values, [&](const Expr *Value) {
    return collect(Value, Depth + 1, Into);
  });
}

bool LoaderBindings::collect(const Expr *Value, unsigned Depth,
                             llvm::SmallVectorImpl<Construction> &Into) const {
  const Expr *E = Value ? unwrapped(Value) : nullptr;
  if (!E || Depth > MaxBindingDepth)
    return false;
  if (auto C = constructionOf(E)) {
    Into.push_back(std::move(*C));
    return true;
  }
  if (isNothing(E))
    return true;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return collect(Choice->getTrueExpr(), Depth + 1, Into) &&
           collect(Choice->getFalseExpr(), Depth + 1, Into);
  if (const ValueDecl *Holder = holderNamed(E))
    return collect(*Holder, Depth, Into);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  // p.reset()
  if (isa<CXXMemberCallExpr>(Call) && nameOf(Callee) == "reset")
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if ((Method && Method->isVirtual()) || !holdsModel(Callee->getReturnType()) ||
      !Callee->getBody())
    return false;
  llvm::SmallVector<const Expr *, 2> Returns;
  returnsOf(Callee->getBody(), Returns);
  return !Returns.empty() && llvm::all_of(Returns, [&](const Expr *Return) {
    return collect(Return, Depth + 1, Into);
  });
}

llvm::SmallVector<Construction, 1>
LoaderBindings::loadersOf(const Expr *Object) const {
  llvm::SmallVector<Construction, 1> Result;
  if (!collect(Object, 0, Result))
    Result.clear();
  return Result;
}

} // namespace aoti_tidy
