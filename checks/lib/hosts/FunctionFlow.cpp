// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/hosts/LocalNames.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Analysis/FlowSensitive/DataflowWorklist.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Helpers of helpers of helpers.
constexpr unsigned MaxCalls = 4;

/// Whether a block that leads to the function's exit gets there other than by
/// an exception, which is the last successor of each call, or not at all.
bool returns(const CFGBlock &Block) {
  if (Block.hasNoReturnElement())
    return false;
  if (Block.getTerminatorStmt() || Block.empty())
    return true;
  const auto Last = Block.back().getAs<CFGStmt>();
  if (Last && isa<CXXThrowExpr>(Last->getStmt()))
    return false;
  return Block.succ_begin()->getReachableBlock() ==
         &Block.getParent()->getExit();
}

/// Not a library's: those are not written in terms of what is followed here.
bool isWrittenHere(const FunctionDecl &Function) {
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  if (Sources.isInMainFile(Sources.getExpansionLoc(Function.getLocation())))
    return true;
  if (Sources.isInSystemHeader(Function.getLocation()))
    return false;
  return !isOfLibrary(&Function);
}

} // namespace

/// The condition of the branch that ends \p Block; null if none does.
static const Expr *branchOf(const CFGBlock &Block) {
  const Stmt *Terminator = Block.getTerminatorStmt();
  const Expr *Condition = Block.getLastCondition();
  // A call that may throw ends the block before.
  if (!Condition)
    Condition = dyn_cast_or_null<Expr>(Block.getTerminatorCondition());
  const bool Branches =
      isa_and_nonnull<IfStmt, AbstractConditionalOperator>(Terminator) ||
      (isa_and_nonnull<BinaryOperator>(Terminator) &&
       cast<BinaryOperator>(Terminator)->isLogicalOp());
  return Branches && Block.succ_size() == 2 ? Condition : nullptr;
}

llvm::SmallVector<const CFGBlock *, 2>
FunctionFlow::deadSuccessors(const CFGBlock &Block) {
  const Expr *Condition = branchOf(Block);
  const auto Known = Condition ? truth(Condition) : std::nullopt;
  const CFGBlock *True = Known ? *Block.succ_begin() : nullptr;
  const CFGBlock *False = Known ? *std::next(Block.succ_begin()) : nullptr;
  if (True == False)
    return {};
  return {*Known ? False : True};
}

FunctionFlow::FunctionFlow(FlowContext &Context, const FunctionDecl &Function,
                           const FunctionGraph &Graph, TensorState Entry)
    : TensorExprs(Context.Ctx, Context.DefaultType), Context(Context),
      Function(Function), Graph(Graph), State(Context.States) {
  Entries.resize(Graph.Blocks->getNumBlockIDs());
  Entries[Graph.Blocks->getEntry().getBlockID()] = std::move(Entry);
}

bool FunctionFlow::run() {
  // Each block is visited until what holds at its entry is stable: a variable
  // has at most MaxWays values before its shape is not known, and then nothing.
  ForwardDataflowWorklist Worklist(*Graph.Blocks, &Graph.Order);
  Worklist.enqueueBlock(&Graph.Blocks->getEntry());
  while (const CFGBlock *Block = Worklist.dequeue()) {
    replay(*Block, Block->size());
    if (Context.Budget == 0)
      return false;
    const auto Dead = deadSuccessors(*Block);
    for (const CFGBlock *Next : Block->succs()) {
      if (!Next || llvm::is_contained(Dead, Next) ||
          (Next == &Graph.Blocks->getExit() && !returns(*Block)))
        continue;
      std::optional<TensorState> &Entry = Entries[Next->getBlockID()];
      const bool IsNew = !Entry;
      if (IsNew)
        Entry = State;
      if (IsNew || Entry->join(State))
        Worklist.enqueueBlock(Next);
    }
  }
  return true;
}

void FunctionFlow::replay(const CFGBlock &Block, unsigned End) {
  const llvm::SaveAndRestore Work(IsBusy, true);
  State = *Entries[Block.getBlockID()];
  for (unsigned I = 0; I < End && Context.Budget > 0; ++I) {
    if (const auto Statement = Block[I].getAs<CFGStmt>()) {
      --Context.Budget;
      transfer(Statement->getStmt());
    } else if (const auto Initializer = Block[I].getAs<CFGInitializer>()) {
      // device_(device)
      const CXXCtorInitializer *Init = Initializer->getInitializer();
      const FieldDecl *Field = Init->getMember();
      if (Field && isFollowed(Field->getType()))
        State.set(*Field, evaluate(Init->getInit()));
    }
  }
}

bool FunctionFlow::reaches(const Expr *E) const {
  for (const Expr *Part : {E, E->IgnoreImplicit(), stripped(E)}) {
    const auto It = Graph.Places.find(Part);
    if (It != Graph.Places.end())
      return Entries[It->second.Block->getBlockID()].has_value();
  }
  return true;
}

Ways FunctionFlow::at(const Expr *E) {
  // Whoever asks is not its caller.
  llvm::SmallVector<const FunctionDecl *, 4> Inner = {&Function};
  std::swap(Context.Stack, Inner);
  const llvm::scope_exit Leave([&] { std::swap(Context.Stack, Inner); });
  for (const Expr *Part : {E, E->IgnoreImplicit(), stripped(E)}) {
    const auto It = Graph.Places.find(Part);
    if (It == Graph.Places.end())
      continue;
    const auto [Block, Index] = It->second;
    if (!Entries[Block->getBlockID()])
      return {};
    const llvm::SaveAndRestore Work(IsBusy, true);
    replay(*Block, Index + 1);
    return Context.Budget > 0 ? evaluate(E) : Ways();
  }
  return {};
}

TensorState FunctionFlow::capturedBy(const LambdaExpr &Lambda) {
  TensorState Captured(Context.States);
  const auto It = Graph.Places.find(&Lambda);
  if (It == Graph.Places.end() || !Entries[It->second.Block->getBlockID()])
    return Captured;
  replay(*It->second.Block, It->second.Index);
  for (const LambdaCapture &Capture : Lambda.captures()) {
    const auto *Var = Capture.capturesVariable()
                          ? dyn_cast<VarDecl>(Capture.getCapturedVar())
                          : nullptr;
    if (!Var || !isTracked(*Var) ||
        (Capture.getCaptureKind() == LCK_ByRef &&
         !Graph.Uses.changesOf(*Var).empty()))
      continue;
    Captured.set(*Var, variable(*Var));
  }
  if (Graph.Uses.changesTensors())
    Captured.forgetTensors(/*Wholly=*/true);
  return Captured;
}

Ways FunctionFlow::returned() {
  Ways Result;
  bool First = true;
  for (const CFGBlock *Block : *Graph.Blocks) {
    if (!Entries[Block->getBlockID()])
      continue;
    for (const auto [Index, Element] : llvm::enumerate(*Block)) {
      const auto Statement = Element.getAs<CFGStmt>();
      const auto *Return =
          Statement ? dyn_cast<ReturnStmt>(Statement->getStmt()) : nullptr;
      if (!Return)
        continue;
      replay(*Block, Index);
      Ways One = evaluate(Return->getRetValue());
      Result = First ? std::move(One) : unite(std::move(Result), One);
      First = false;
    }
  }
  return Context.Budget > 0 ? Result : Ways();
}

const TensorState *FunctionFlow::exit() const {
  const auto &Entry = Entries[Graph.Blocks->getExit().getBlockID()];
  return Entry ? &*Entry : nullptr;
}

static const CXXForRangeStmt *loopOf(const VarDecl &Var, ASTContext &Ctx) {
  const auto Parents = Ctx.getParents(Var);
  const auto *Decls = Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  const auto Around =
      Decls ? Ctx.getParents(*Decls) : DynTypedNodeList(DynTypedNode());
  return Decls && !Around.empty() ? Around[0].get<CXXForRangeStmt>() : nullptr;
}

const CXXForRangeStmt *FunctionFlow::rangeLoopOf(const VarDecl &Var) {
  return Var.isCXXForRangeDecl() && Var.getType()->isLValueReferenceType()
             ? loopOf(Var, Ctx)
             : nullptr;
}

Ways FunctionFlow::variable(const VarDecl &Var) {
  Ways Known = State.get(Var);
  if (!Known.empty())
    return Known;
  // for (const at::Tensor &x : list)
  if (Var.isCXXForRangeDecl() && isTensor(Var.getType()))
    if (const CXXForRangeStmt *For = loopOf(Var, Ctx))
      return waysOf(elementsOf(evaluate(For->getRangeInit())));
  // A constant, or a variable that a lambda captures; a tensor could be
  // changed through any other handle to it.
  const bool IsOwn = isTracked(Var) && Var.getDeclContext() == &Function;
  if (!IsOwn && !isTensor(Var.getType()) && !holdsTensors(Var.getType()))
    Known = evaluate(valueOfVariable(&Var, Ctx));
  // const at::Tensor Mean = at::tensor({0.5}); made once, out of nothing that
  // is known here.
  if (Known.empty() && Var.hasGlobalStorage() && isTensor(Var.getType())) {
    const llvm::SaveAndRestore Nothing(State, TensorState(Context.States));
    Known = evaluate(valueOfVariable(&Var, Ctx));
  }
  if (Known.empty() && isDevice(Var.getType()))
    Known = {deviceIn(Var)};
  return Known;
}

Ways FunctionFlow::call(const FunctionDecl &Callee, ArrayRef<const Expr *> Args,
                        const Expr *Object) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
      Method && Method->isVirtual())
    return {};
  Ways Result;
  return follow(Callee, Args, Object, &Result, /*Out=*/false) ? Result : Ways();
}

const Ways *FunctionFlow::doneBy(const CallExpr &E) {
  const auto It = Done.find(&E);
  return It == Done.end() ? nullptr : &It->second;
}

/// Whether \p Operator is that of a lambda in \p Function which captures its
/// object.
static bool capturesThisOf(const CXXMethodDecl &Operator,
                           const FunctionDecl &Function) {
  const CXXRecordDecl *Class = Operator.getParent();
  const auto *Around = Class->isLambda()
                           ? dyn_cast<FunctionDecl>(Class->getDeclContext())
                           : nullptr;
  return Around && Around->getCanonicalDecl() == Function.getCanonicalDecl() &&
         llvm::any_of(Class->captures(), [](const LambdaCapture &Capture) {
           return Capture.capturesThis() &&
                  Capture.getCaptureKind() != LCK_StarThis;
         });
}

bool FunctionFlow::follow(const FunctionDecl &Callee,
                          ArrayRef<const Expr *> Args, const Expr *Object,
                          Ways *Result, bool Out) {
  const FunctionDecl *Body = Callee.getDefinition();
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (!Body || Callee.isVariadic() || (Out && Method && Method->isVirtual()) ||
      !isWrittenHere(*Body) || Context.Stack.size() >= MaxCalls ||
      llvm::is_contained(Context.Stack, Body) ||
      Body->getNumParams() != Args.size())
    return false;
  const FunctionGraph *Inner = Context.graphOf(*Body);
  if (!Inner)
    return false;
  TensorState Entry(Context.States);
  // A lambda sees what it has captured by reference as it is now.
  if (Method && Method->getParent()->isLambda())
    for (const LambdaCapture &Capture : Method->getParent()->captures()) {
      const auto *Var = Capture.capturesVariable()
                            ? dyn_cast<VarDecl>(Capture.getCapturedVar())
                            : nullptr;
      if (Var && isTracked(*Var) &&
          (Capture.getCaptureKind() == LCK_ByRef ||
           Graph.Uses.changesOf(*Var).empty()))
        Entry.set(*Var, variable(*Var));
    }
  for (const auto [Param, Arg] : llvm::zip(Body->parameters(), Args))
    if (isTracked(*Param))
      Entry.set(*Param, evaluate(Arg));
  const bool OnThis =
      (Object && isa<CXXThisExpr>(Object->IgnoreParenImpCasts())) ||
      (Method && capturesThisOf(*Method, Function));
  if (OnThis)
    Entry.copyFields(State);
  Context.Stack.push_back(Body);
  const llvm::scope_exit Leave([&] { Context.Stack.pop_back(); });
  FunctionFlow Flow(Context, *Body, *Inner, std::move(Entry));
  if (!Flow.run())
    return false;
  if (Result)
    *Result = Flow.returned();
  if (!Out)
    return true;
  const TensorState *After = Flow.exit();
  if (OnThis && After)
    State.copyFields(*After);
  for (const auto [Param, Arg] : llvm::zip(Body->parameters(), Args)) {
    const VarDecl *Var = variableOf(Arg);
    if (!Var || !Param->getType()->isLValueReferenceType() ||
        Param->getType()->getPointeeType().isConstQualified())
      continue;
    const bool Keeps = After && isTracked(*Param) && !After->isEscaped(*Param);
    if (Keeps)
      State.set(*Var, After->get(*Param));
    else
      State.escape(*Var);
  }
  return true;
}

void FunctionFlow::transfer(const Stmt *S) {
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D); Var && isTracked(*Var))
        declare(*Var);
    if (const CXXForRangeStmt *For = Graph.Uses.elementwiseLoopAt(S))
      assignElements(*For);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    if (Binary->isAssignmentOp())
      assign(Binary->getLHS(), Binary->getOpcode() == BO_Assign
                                   ? evaluate(Binary->getRHS())
                                   : Ways());
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    if (Unary->isIncrementDecrementOp())
      assign(Unary->getSubExpr(), {});
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    transferCall(Call);
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(S)) {
    // Guard guard(*this);
    if (passesObject({Made->getArgs(), Made->getNumArgs()}))
      State.openFields();
  } else if (const auto *List = dyn_cast<InitListExpr>(S)) {
    if (passesObject(List->inits()))
      State.openFields();
  }
  for (const VarDecl *Var : Graph.Uses.escapingAt(S))
    State.escape(*Var);
  for (const VarDecl *Var : Graph.Uses.movedBy(S))
    State.set(*Var, {});
}

void FunctionFlow::declare(const VarDecl &Var) {
  Ways Known = evaluate(Var.getInit());
  if (Known.empty() && isDevice(Var.getType()))
    Known = {deviceIn(Var)};
  State.declare(Var, std::move(Known));
}

/// Whether each of \p Changed goes by one name in what is called with \p Args.
static bool isEachOnce(ArrayRef<const VarDecl *> Changed,
                       ArrayRef<const Expr *> Args) {
  return llvm::all_of(Changed, [&](const VarDecl *Var) {
    return llvm::count_if(Args, [Var](const Expr *Arg) {
             return rootOf(Arg) == Var;
           }) == 1;
  });
}

bool FunctionFlow::passesObject(ArrayRef<const Expr *> Args) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || Method->isStatic())
    return false;
  const auto Passes = [](const auto &Self, const Stmt *S) -> bool {
    if (!S)
      return false;
    if (isa<CXXThisExpr>(S))
      return true;
    // A member alone.
    if (const auto *Member = dyn_cast<MemberExpr>(S);
        Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
      return false;
    const auto *E = dyn_cast<Expr>(S);
    const CXXRecordDecl *Closure =
        E ? E->getType()->getAsCXXRecordDecl() : nullptr;
    if (Closure && Closure->isLambda() &&
        llvm::any_of(Closure->captures(), [](const LambdaCapture &Capture) {
          return Capture.capturesThis();
        }))
      return true;
    return !isa<LambdaExpr>(S) &&
           llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return llvm::any_of(Args, [&](const Expr *E) { return Passes(Passes, E); });
}

// The members are forgotten where code of the program runs that is not
// followed, and for good where that may run later.
void FunctionFlow::changeFields(const CallExpr &E, const FunctionDecl *Callee,
                                ArrayRef<const Expr *> Args) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || Method->isStatic())
    return;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
  const bool IsUnknown = !Callee || (Operator && Callee->isInStdNamespace() &&
                                     Operator->getOperator() == OO_Call);
  if (passesObject(Args))
    return State.openFields();
  if (IsUnknown)
    return State.forgetFields();
  const auto *Called = dyn_cast<CXXMethodDecl>(Callee);
  const bool IsLambda = Called && Called->getParent()->isLambda();
  if (isOfLibrary(Callee) || (Called && Called->isConst() && !IsLambda))
    return;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
  Ways Returned;
  if (Object && isa<CXXThisExpr>(Object->IgnoreParenImpCasts()) &&
      follow(*Callee, Args, Object, &Returned, /*Out=*/true))
    Done[&E] = std::move(Returned);
  else
    State.forgetFields();
}

void FunctionFlow::transferCall(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && Operator->isAssignmentOp()) {
    const Expr *Target = withoutNames(Operator->getArg(0));
    // x[0] = 1 and x += 1 write a tensor's data.
    const MemberExpr *Member = memberRootOf(Target);
    const bool IsMember = Member && (!isTensor(Member->getType()) ||
                                     Member == Target->IgnoreParens());
    const bool WritesData =
        isTensor(Target->getType()) &&
        (Operator->getOperator() != OO_Equal ||
         (!rootOf(Target) && !variableOf(Target) && !IsMember));
    if (!WritesData)
      assign(Target, Operator->getOperator() == OO_Equal
                         ? evaluate(Operator->getArg(1))
                         : Ways());
    // *this = other
    if (passesObject({Operator->getArg(0), Operator->getArg(1)}))
      State.openFields();
    return;
  }
  // x.reset()
  if (const auto *Object =
          isa<CXXMemberCallExpr>(E)
              ? cast<CXXMemberCallExpr>(E)->getImplicitObjectArgument()
              : nullptr;
      Object && nameOf(Callee) == "reset" && isTensor(Object->getType()))
    return assign(Object, waysOf(undefinedTensor()));
  if (const StringRef Name = Callee ? operatorName(*Callee) : StringRef();
      changesMetadata(Name))
    State.forgetTensors(/*Wholly=*/Name == "set_data" || Name == "set_");
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  if (const QualType T =
          Member ? Member->getImplicitObjectArgument()->getType() : QualType();
      Member && elementKindOf(T) != ElementKind::None)
    return changeList(Member);
  const bool HasObject =
      Callee && isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Callee);
  const auto Args =
      ArrayRef(E->getArgs(), E->getNumArgs()).drop_front(HasObject ? 1 : 0);
  // decode(frame), which was made for it: at::empty({0})
  if (!Callee || !isOfLibrary(Callee))
    if (llvm::any_of(Args, [](const Expr *Arg) {
          const QualType T = Arg->getType();
          return isTensor(T) || holdsTensors(T) || isTensorStruct(T);
        }))
      State.forgetEmptyShapes();
  changeFields(*E, Callee, Args);
  // The callee may change what it gets by reference.
  if (!Callee || onlyReadsArguments(*E))
    return;
  llvm::SmallVector<const VarDecl *, 2> Changed;
  for (const auto [Param, Arg] : llvm::zip(Callee->parameters(), Args)) {
    const QualType T = Param->getType();
    const VarDecl *Var = variableOf(Arg);
    if (Var && isTracked(*Var) && T->isLValueReferenceType() &&
        !T->getPointeeType().isConstQualified())
      Changed.push_back(Var);
  }
  if (Changed.empty() || E->isCallToStdMove())
    return;
  Ways Returned;
  if (isEachOnce(Changed, Args) &&
      follow(*Callee, Args,
             Member ? Member->getImplicitObjectArgument() : nullptr, &Returned,
             /*Out=*/true)) {
    Done[E] = std::move(Returned);
    return;
  }
  for (const VarDecl *Var : Changed)
    State.escape(*Var);
}

} // namespace aoti_tidy
