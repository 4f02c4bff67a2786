// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/KernelFacts.h"
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using llvm::StringRef;

namespace aoti_tidy {

namespace {

/// Whether a branch ends the kernel with an error, and its text.
class FailureFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    Fails |= Callee && Callee->getIdentifier() &&
             (Callee->getName() == "aoti_torch_check" || Callee->isNoReturn());
    return true;
  }
  bool VisitCXXThrowExpr(CXXThrowExpr *) override {
    Fails = true;
    return true;
  }
  bool VisitStringLiteral(StringLiteral *E) override {
    // torch's own macro passes the function's and the file's name first.
    if (E->isOrdinary())
      Message = E->getString().str();
    return true;
  }

  bool Fails = false;
  std::string Message;
};

/// for (T I = Lower; I < Upper; I += Step)
struct CountedLoop {
  const VarDecl *Counter = nullptr;
  const Expr *Lower = nullptr, *Upper = nullptr;
  bool UpperIncluded = false;
  int64_t Step = 1;
};

bool refersTo(const Expr *E, const ValueDecl *D) {
  const auto *Ref =
      dyn_cast_or_null<DeclRefExpr>(E ? E->IgnoreParenImpCasts() : nullptr);
  return Ref && Ref->getDecl() == D;
}

std::optional<int64_t> constantStep(const Expr *Inc, const VarDecl *Counter,
                                    const ASTContext &Ctx) {
  if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Inc))
    return Unary->isIncrementOp() && refersTo(Unary->getSubExpr(), Counter)
               ? std::optional<int64_t>(1)
               : std::nullopt;
  const auto *Add = dyn_cast_or_null<CompoundAssignOperator>(Inc);
  Expr::EvalResult By;
  if (!Add || Add->getOpcode() != BO_AddAssign ||
      !refersTo(Add->getLHS(), Counter) || Add->getRHS()->isValueDependent() ||
      !Add->getRHS()->EvaluateAsInt(By, Ctx))
    return std::nullopt;
  const int64_t Step = By.Val.getInt().getExtValue();
  return Step > 0 ? std::optional(Step) : std::nullopt;
}

std::optional<CountedLoop> countedLoop(const ForStmt &S,
                                       const ASTContext &Ctx) {
  CountedLoop Loop;
  const auto *Init = dyn_cast_or_null<DeclStmt>(S.getInit());
  // std::min() in it takes temporaries, whose ends are around it.
  const auto *Condition = dyn_cast_or_null<BinaryOperator>(
      S.getCond() ? S.getCond()->IgnoreImplicit() : nullptr);
  if (!Init || !Init->isSingleDecl() || !Condition)
    return std::nullopt;
  Loop.Counter = dyn_cast<VarDecl>(Init->getSingleDecl());
  if (!Loop.Counter || !Loop.Counter->getInit() ||
      !Loop.Counter->getType()->isIntegerType() ||
      !refersTo(Condition->getLHS(), Loop.Counter))
    return std::nullopt;
  Loop.Lower = Loop.Counter->getInit();
  Loop.Upper = Condition->getRHS();
  Loop.UpperIncluded = Condition->getOpcode() == BO_LE;
  if (!Loop.UpperIncluded && Condition->getOpcode() != BO_LT)
    return std::nullopt;
  const auto Step = constantStep(S.getInc(), Loop.Counter, Ctx);
  Loop.Step = Step.value_or(0);
  return Step ? std::optional(Loop) : std::nullopt;
}

/// Whether a loop is over a vector's lanes: its counter is the index of an
/// array that vectors are stored to and loaded from.
class LaneFinder : public DynamicRecursiveASTVisitor {
public:
  explicit LaneFinder(const VarDecl *Counter) : Counter(Counter) {}

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) override {
    if (E->getOperator() != OO_Subscript || E->getNumArgs() != 2)
      return true;
    const CXXRecordDecl *Array = E->getArg(0)->getType()->getAsCXXRecordDecl();
    Found |= Array && Array->getIdentifier() && Array->getName() == "array" &&
             E->getType()->isArithmeticType() &&
             refersTo(E->getArg(1), Counter);
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    // In older kernels it is none of the library's: float tmpbuf[8].
    const auto *Array =
        dyn_cast<DeclRefExpr>(E->getBase()->IgnoreParenImpCasts());
    Found |= Array && Array->getType()->isArrayType() &&
             Array->getDecl()->getName().starts_with("tmpbuf") &&
             refersTo(E->getIdx(), Counter);
    return true;
  }

  bool Found = false;

private:
  const VarDecl *Counter;
};

} // namespace

KernelInterpreter::Truth KernelInterpreter::truth(const KernelValue &V) {
  if (const auto Condition = V.expr()) {
    const IndexExpr Is = both(*Condition, IndexExpr::always());
    return {Is, negation(Is), Is};
  }
  const IndexExpr Bit = computed();
  Result.Facts.push_back(both(lessEqual(0, Bit), lessEqual(Bit, 1)));
  const IndexExpr Set = equal(Bit, 1);
  const KernelNumber *OfAllLanes = V.number();
  if (!OfAllLanes)
    return {Set, negation(Set), Set};
  Result.Facts.push_back(either(negation(Set), OfAllLanes->Is));
  return {OfAllLanes->Is, std::nullopt, Set};
}

KernelInterpreter::Truth KernelInterpreter::truth(const Expr &Condition) {
  const auto *Not = dyn_cast<UnaryOperator>(Condition.IgnoreParenImpCasts());
  if (!Not || Not->getOpcode() != UO_LNot)
    return truth(eval(&Condition));
  Truth Is = truth(*Not->getSubExpr());
  std::swap(Is.IfTrue, Is.IfFalse);
  Is.Chooses = negation(Is.Chooses);
  return Is;
}

bool KernelInterpreter::assertion(const IfStmt &S) {
  const auto *Not = dyn_cast<UnaryOperator>(S.getCond()->IgnoreParenImpCasts());
  if (S.getElse() || !Not || Not->getOpcode() != UO_LNot)
    return false;
  FailureFinder Failure;
  Failure.TraverseStmt(const_cast<Stmt *>(S.getThen()));
  if (!Failure.Fails)
    return false;
  const KernelValue Held = eval(Not->getSubExpr());
  Result.AssertsAbort |= InParallel;
  const KernelNumber *Known = Held.number();
  if (!Known) {
    notModelled(*Not->getSubExpr(),
                "an assert whose condition is not understood");
    return true;
  }
  auto When = conditionsAt(*Not->getSubExpr());
  if (!When)
    return true;
  IndexAssert Noted;
  Noted.Condition = both(Known->Is, IndexExpr::always());
  Noted.Message = Failure.Message;
  Noted.When = *std::move(When);
  if (Known->OfAllLanes && Held.Lanes != 0)
    Noted.When.push_back(
        both(lessEqual(0, lane()), less(lane(), int64_t(Held.Lanes))));
  Noted.At = place(*Not->getSubExpr());
  assume(Noted.Condition);
  if (Known->OfAllLanes)
    Path.back().Lanes = Held.Lanes;
  Result.Asserts.push_back(std::move(Noted));
  return true;
}

KernelInterpreter::Flow
KernelInterpreter::execBranch(const Stmt *S,
                              const std::optional<IndexExpr> &When,
                              const IndexExpr &Choice) {
  const size_t Depth = Path.size();
  if (When)
    assume(*When);
  if (Running)
    Running->Choices.push_back(Choice);
  const Flow Then = exec(S);
  if (Running)
    Running->Choices.pop_back();
  Path.erase(Path.begin() + Depth, Path.end());
  return Then;
}

KernelInterpreter::Flow KernelInterpreter::execIf(const IfStmt &S) {
  if (S.getInit() || S.getConditionVariable()) {
    notModelledIn(S, "under a condition that declares a variable");
    return Flow::Goes;
  }
  if (assertion(S))
    return Flow::Goes;
  const Truth Condition = truth(*S.getCond());
  const Flow Then =
      execBranch(S.getThen(), Condition.IfTrue, Condition.Chooses);
  const Flow Else =
      execBranch(S.getElse(), Condition.IfFalse, negation(Condition.Chooses));
  if (Then == Flow::Ends && Else == Flow::Ends)
    return Flow::Ends;
  if (Then == Else)
    return Flow::Goes;
  const auto &Reached =
      Then == Flow::Ends ? Condition.IfFalse : Condition.IfTrue;
  if (Reached)
    assume(*Reached);
  return Flow::Goes;
}

void KernelInterpreter::execFor(const ForStmt &S) {
  const auto Loop = countedLoop(S, Ctx);
  if (!Loop || Changing.contains(Loop->Counter))
    return notModelledIn(S, "in a loop that does not count up evenly");
  const size_t Depth = Path.size();
  const auto Lower = eval(Loop->Lower).expr();
  const auto Upper = eval(Loop->Upper).expr();
  if (Lower && Upper) {
    LaneFinder Lanes(Loop->Counter);
    if (*Lower == IndexExpr(0) && Loop->Step == 1)
      Lanes.TraverseStmt(const_cast<Stmt *>(S.getBody()));
    const IndexExpr Counter =
        Lanes.Found ? lane()
                    : fresh(Loop->Counter->getName(), VariableKind::Loop);
    Values[Loop->Counter] = Counter;
    if (Lower->op() == IndexExpr::Op::Constant && Lower->constant() >= 0) {
      Reals.isNotNegative(Counter);
      if (Upper->op() == IndexExpr::Op::Constant && !Lanes.Found)
        Integers.limit(Counter, {0, Upper->constant()});
    }
    assume(lessEqual(*Lower, Counter));
    assume(Loop->UpperIncluded ? lessEqual(Counter, *Upper)
                               : less(Counter, *Upper));
    if (Loop->Step != 1)
      assume(equal(IndexExpr::make(IndexExpr::Op::FloorMod,
                                   {Counter - *Lower, Loop->Step}),
                   0));
  } else {
    Values[Loop->Counter] = {};
    assume(*truth(KernelValue()).IfTrue);
  }
  exec(S.getBody());
  Path.erase(Path.begin() + Depth, Path.end());
}

void KernelInterpreter::declare(const VarDecl &D) {
  Filled.erase(&D);
  if (!D.getInit() || D.getType()->isArrayType()) {
    Values[&D] = {};
    return;
  }
  const StringRef Outer = std::exchange(Naming, D.getName());
  KernelValue Value = eval(D.getInit());
  Naming = Outer;
  if (Changing.contains(&D)) {
    const unsigned Lanes = Value.Lanes;
    Value = Value.real() ? KernelValue(KernelReal{}) : KernelValue();
    Value.Lanes = Lanes;
  }
  Values[&D] = std::move(Value);
}

KernelValue KernelInterpreter::call(const LambdaExpr &L) {
  // Each level doubles an expression.
  constexpr unsigned Levels = 10;
  if (Nesting > MaxDepth - Levels) {
    notModelledIn(L, "in calls that are nested too deeply");
    return {};
  }
  Nesting += Levels;
  Frame Called;
  Frame *Outer = std::exchange(Running, &Called);
  const size_t Outside = Path.size();
  exec(L.getBody());
  Path.erase(Path.begin() + Outside, Path.end());
  Running = Outer;
  Nesting -= Levels;
  if (Called.Returns.empty())
    return {};
  KernelValue Given = Called.Returns.back().Value;
  for (const Frame::Return &R : llvm::drop_begin(llvm::reverse(Called.Returns)))
    Given =
        select(IndexExpr::make(IndexExpr::Op::And, R.Choices), R.Value, Given);
  return Given;
}

KernelInterpreter::Flow KernelInterpreter::exec(const Stmt *S) {
  if (!S)
    return Flow::Goes;
  Steps.spend(1);
  if (Steps.isSpent()) {
    notModelledIn(*S, TooLongKernel);
    return Flow::Goes;
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : Block->body())
      if (exec(Part) == Flow::Ends)
        return Flow::Ends;
    return Flow::Goes;
  }
  if (const auto *Hinted = dyn_cast<AttributedStmt>(S))
    return exec(Hinted->getSubStmt());
  if (const auto *Captured = dyn_cast<CapturedStmt>(S))
    return exec(Captured->getCapturedStmt());
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S)) {
    if (!Directive->hasAssociatedStmt())
      return Flow::Goes;
    const bool Outer = InParallel;
    InParallel |= isOpenMPParallelDirective(Directive->getDirectiveKind());
    exec(Directive->getRawStmt());
    InParallel = Outer;
    return Flow::Goes;
  }
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        declare(*Variable);
    return Flow::Goes;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return execIf(*If);
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    execFor(*For);
    return Flow::Goes;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    KernelValue Value = eval(Return->getRetValue());
    if (Running)
      Running->Returns.push_back({Running->Choices, std::move(Value)});
    return Flow::Ends;
  }
  if (isa<ContinueStmt, BreakStmt>(S))
    return Flow::Ends;
  if (const auto *E = dyn_cast<Expr>(S))
    eval(E);
  else if (!isa<NullStmt>(S))
    notModelledIn(*S, UnknownStatement);
  return Flow::Goes;
}

} // namespace aoti_tidy
