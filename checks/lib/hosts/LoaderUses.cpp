// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/LoaderUses.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// More than any program has for one loader.
constexpr size_t MaxHolders = 32, MaxFollowedCalls = 1000;

/// Collects what names one variable or member.
class References : public ConstDynamicRecursiveASTVisitor {
public:
  explicit References(const ValueDecl &Of)
      : Of(*cast<ValueDecl>(Of.getCanonicalDecl())) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitDeclRefExpr(const DeclRefExpr *E) override {
    return add(E, *E->getDecl());
  }
  bool VisitMemberExpr(const MemberExpr *E) override {
    return add(E, *E->getMemberDecl());
  }

  std::vector<const Expr *> Found;

private:
  bool add(const Expr *E, const ValueDecl &D) {
    if (D.getCanonicalDecl() == &Of)
      Found.push_back(E);
    return true;
  }

  const ValueDecl &Of;
};

/// Whether all code that can name \p Field is in this file and the one of its
/// class.
bool isOnlyNamedInSight(const FieldDecl &Field) {
  return !Field.getParent()->isDependentContext() &&
         !UnitIndex::canReadUnseen(Field);
}

/// Follows one loader from what makes it, or names it, upwards.
class UseFinder {
public:
  UseFinder(ASTContext &Ctx) : Ctx(Ctx) {}

  std::optional<std::vector<LoaderCall>> find(const Construction &C) {
    if (C.IsBaseOfSubclass || !followMade(*C.Node))
      return std::nullopt;
    // NOLINTNEXTLINE(modernize-loop-convert): there come more.
    for (size_t I = 0; I < Holders.size(); ++I) {
      const auto Places = referencesTo(*Holders[I], Ctx);
      if (!Places || Holders.size() > MaxHolders ||
          Calls.size() > MaxFollowedCalls ||
          !llvm::all_of(*Places, [&](const Expr *E) { return follow(*E); }))
        return std::nullopt;
    }
    return std::move(Calls);
  }

private:
  /// 'p.emplace(...)' makes a loader in p; anything else is one.
  bool followMade(const Expr &Made) {
    const auto *Call = dyn_cast<CXXMemberCallExpr>(&Made);
    return Call ? hold(Call->getImplicitObjectArgument()) : follow(Made);
  }

  /// Whether it is understood where \p Loader, an expression that is a loader
  /// or points to one, goes.
  bool follow(const Expr &Loader) {
    const auto Parents = Ctx.getParents(Loader);
    if (Parents.size() != 1)
      return false;
    if (const auto *Constructor = Parents[0].get<CXXConstructorDecl>())
      return llvm::any_of(
          Constructor->inits(), [&](const CXXCtorInitializer *Init) {
            return Init->getInit() == &Loader && hold(Init->getMember());
          });
    if (const auto *Init = Parents[0].get<CXXCtorInitializer>())
      return hold(Init->getMember());
    if (const auto *D = Parents[0].get<Decl>())
      return hold(dyn_cast<ValueDecl>(D));
    const auto *S = Parents[0].get<Stmt>();
    if (const auto *Call = dyn_cast_or_null<CallExpr>(S))
      return followCall(Loader, *Call);
    if (const auto *E = dyn_cast_or_null<Expr>(S))
      return followExpr(Loader, *E);
    return isa_and_present<CompoundStmt, IfStmt, WhileStmt, ForStmt, DoStmt>(S);
  }

  bool followExpr(const Expr &Loader, const Expr &Parent) {
    if (const auto *Binary = dyn_cast<BinaryOperator>(&Parent)) {
      if (!Binary->isAssignmentOp())
        return Binary->isComparisonOp() || Binary->isLogicalOp();
      return Binary->getLHS() == &Loader || hold(Binary->getLHS());
    }
    if (const auto *Member = dyn_cast<MemberExpr>(&Parent)) {
      const auto Above = Ctx.getParents(*Member);
      const auto *Call =
          Above.size() == 1 ? Above[0].get<CXXMemberCallExpr>() : nullptr;
      return Call && followMethod(*Call);
    }
    if (const auto *Made = dyn_cast<CXXConstructExpr>(&Parent);
        Made && !holdsModel(Made->getType()))
      return pass(Loader, *Made->getConstructor(),
                  {Made->getArgs(), Made->getNumArgs()});
    // The body names it itself.
    if (isa<LambdaExpr, CXXDeleteExpr>(&Parent) ||
        Parent.getType()->isVoidType() || Parent.getType()->isBooleanType())
      return true;
    // Conversions, copies, smart pointers, '*p', '&x', choices.
    return holdsModel(Parent.getType()) && follow(Parent);
  }

  bool followCall(const Expr &Loader, const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee)
      return false;
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
      switch (Operator->getOperator()) {
      case OO_Arrow:
      case OO_Star:
        return follow(Call);
      case OO_Equal:
        return Operator->getArg(0) == &Loader || hold(Operator->getArg(0));
      case OO_EqualEqual:
      case OO_ExclaimEqual:
        return true;
      default:
        return false;
      }
    if (Call.isCallToStdMove())
      return follow(Call);
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call);
        Method && holdsModel(Method->getImplicitObjectArgument()->getType()))
      // p.reset(new ...)
      return Callee->getIdentifier() && Callee->getName() == "reset" &&
             hold(Method->getImplicitObjectArgument());
    return pass(Loader, *Callee, {Call.getArgs(), Call.getNumArgs()});
  }

  /// loader.run(x), p.get(), loader.get_runner()
  bool followMethod(const CXXMemberCallExpr &Call) {
    const CXXMethodDecl *Method = Call.getMethodDecl();
    if (!Method)
      return false;
    if (isa<CXXConversionDecl>(Method))
      return true;
    if (!Method->getIdentifier())
      return false;
    const StringRef Name = Method->getName();
    if (llvm::is_contained({"get", "value", "get_runner"}, Name))
      return follow(Call);
    if (llvm::is_contained({"reset", "emplace", "has_value"}, Name))
      return true;
    const FunctionDecl *Function = functionAround(Call, Ctx);
    if (!Function || !isModelClass(Method->getParent()))
      return false;
    Calls.push_back({&Call, Function});
    return true;
  }

  /// Gives \p Loader, one of \p Args, to a parameter of \p Callee.
  bool pass(const Expr &Loader, const FunctionDecl &Callee,
            ArrayRef<const Expr *> Args) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    const FunctionDecl *Definition = Callee.getDefinition();
    if (!Definition || (Method && Method->isVirtual()))
      return false;
    for (auto [Arg, Parameter] : llvm::zip(Args, Definition->parameters()))
      if (Arg == &Loader)
        return hold(Parameter);
    return false;
  }

  bool hold(const Expr *Named) {
    return hold(
        dyn_cast_or_null<ValueDecl>(Named->getReferencedDeclOfCallee()));
  }

  bool hold(const ValueDecl *Holder) {
    if (!Holder || !isa<VarDecl, FieldDecl>(Holder) ||
        !holdsModel(Holder->getType()))
      return false;
    Holders.insert(cast<ValueDecl>(Holder->getCanonicalDecl()));
    return true;
  }

  ASTContext &Ctx;
  llvm::SetVector<const ValueDecl *> Holders;
  std::vector<LoaderCall> Calls;
};

} // namespace

std::optional<std::vector<const Expr *>> referencesTo(const ValueDecl &Holder,
                                                      ASTContext &Ctx) {
  References Found(Holder);
  const SourceManager &Sources = Ctx.getSourceManager();
  if (const auto *Function = dyn_cast<FunctionDecl>(Holder.getDeclContext())) {
    const FunctionDecl *Definition = Function->getDefinition();
    if (!Definition || Definition->isDependentContext())
      return std::nullopt;
    Found.TraverseDecl(const_cast<FunctionDecl *>(Definition));
    return std::move(Found.Found);
  }
  const auto *Field = dyn_cast<FieldDecl>(&Holder);
  if (Field ? !isOnlyNamedInSight(*Field) : Holder.isExternallyVisible())
    return std::nullopt;
  const FileID Own =
      Sources.getFileID(Sources.getExpansionLoc(Holder.getLocation()));
  // Bodies in system headers are not parsed.
  if (Sources.isInSystemHeader(Holder.getLocation()))
    return std::nullopt;
  for (Decl *D : projectDecls(Ctx)) {
    const FileID File =
        Sources.getFileID(Sources.getExpansionLoc(D->getLocation()));
    if (File == Own || File == Sources.getMainFileID())
      Found.TraverseDecl(D);
  }
  return std::move(Found.Found);
}

std::optional<std::vector<LoaderCall>> callsOf(const Construction &C,
                                               ASTContext &Ctx) {
  return UseFinder(Ctx).find(C);
}

ControlFlow::ControlFlow(const FunctionGraph &Graph) : Graph(Graph) {
  Dominators.buildDominatorTree(Graph.Blocks.get());
}

bool ControlFlow::has(const Stmt *S) const { return Graph.Places.contains(S); }

bool ControlFlow::surelyPrecedes(const Stmt *Earlier, const Stmt *Later) const {
  const auto A = Graph.Places.lookup(Earlier), B = Graph.Places.lookup(Later);
  // A block that cannot be reached is dominated by everything.
  if (!A.Block || !B.Block || !Dominators.isReachableFromEntry(B.Block) ||
      !Dominators.isReachableFromEntry(A.Block))
    return false;
  return A.Block == B.Block ? A.Index < B.Index
                            : Dominators.dominates(A.Block, B.Block);
}

const llvm::BitVector &ControlFlow::reachableFrom(const CFGBlock *Block) const {
  auto [It, IsNew] = Reachable.try_emplace(Block);
  if (!IsNew)
    return It->second;
  llvm::BitVector Seen(Graph.Blocks->getNumBlockIDs());
  llvm::SmallVector<const CFGBlock *, 16> Work = {Block};
  while (!Work.empty())
    for (const CFGBlock *Next : Work.pop_back_val()->succs())
      if (Next && !Seen.test(Next->getBlockID())) {
        Seen.set(Next->getBlockID());
        Work.push_back(Next);
      }
  return It->second = std::move(Seen);
}

bool ControlFlow::canFollow(const Stmt *Earlier, const Stmt *Later) const {
  const auto A = Graph.Places.lookup(Earlier), B = Graph.Places.lookup(Later);
  if (!A.Block || !B.Block)
    return false;
  return (A.Block == B.Block && A.Index < B.Index) ||
         reachableFrom(A.Block).test(B.Block->getBlockID());
}

const ControlFlow *CallOrder::flowOf(const FunctionDecl &Function) {
  const auto [It, IsNew] = Flows.try_emplace(&Function);
  if (IsNew)
    if (const auto *Graph = oncePerFile<FunctionGraphs>(Ctx).of(Function))
      It->second = std::make_unique<ControlFlow>(*Graph);
  return It->second.get();
}

bool CallOrder::mayPrecede(const LoaderCall &Earlier, const LoaderCall &Later) {
  if (Earlier.Function != Later.Function)
    return true;
  const ControlFlow *Flow = flowOf(*Later.Function);
  // A call that the flow lacks is evaluated in a way that is not understood.
  return !Flow || Flow->canFollow(Earlier.Call, Later.Call) ||
         !Flow->has(Earlier.Call) || !Flow->has(Later.Call);
}

} // namespace aoti_tidy
