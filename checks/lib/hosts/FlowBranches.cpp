// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which way a function's branches go, and what they tell of devices.
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

std::string FunctionFlow::switchedValue(const Expr &E) {
  if (!Assumed.empty())
    if (const std::string *Known = Assumed.valueOf(subjectOf(&E, Ctx)))
      return *Known;
  const Ways Held = evaluate(&E);
  const auto *Device = only<DeviceValue>(Held);
  return Device ? Device->Type : "";
}

TensorState FunctionFlow::withAssumedMembers(TensorState Entry,
                                             const Expr &Object,
                                             const CXXRecordDecl &Class) {
  for (const FieldDecl *Field : Class.fields()) {
    if (!isTruth(Field->getType()))
      continue;
    const std::string Subject = subjectOfMember(Object, *Field, Ctx);
    const std::string *Is =
        Subject.empty() ? nullptr : Assumed.valueOf(Subject);
    // Of a truth, either is known by the other.
    if (Is)
      Entry.set(*Field, {*Is == "1"});
    else if (!Subject.empty() && Assumed.excludes(Subject, "1"))
      Entry.set(*Field, {false});
  }
  return Entry;
}

/// What ends \p Block, if it is a branch on a condition.
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

/// What ends \p Block goes as the one way does that is looked at alone: "a" and
/// "b" of 'if (a && b)', if that is taken, and "b" if it is not.
std::optional<bool> FunctionFlow::truthAlong(const CFGBlock &Block) const {
  const Stmt *Terminator = Block.getTerminatorStmt();
  if (!Context.Along.At)
    return std::nullopt;
  if (Terminator == Context.Along.At)
    return Context.Along.IsTaken;
  const Expr *Part = Context.Along.condition()->IgnoreParenImpCasts();
  while (const auto *And = dyn_cast<BinaryOperator>(Part)) {
    if (Context.Along.IsTaken && And == Terminator)
      return true;
    Part = And->getLHS()->IgnoreParenImpCasts();
  }
  return std::nullopt;
}

std::optional<bool>
FunctionFlow::wayOf(const AbstractConditionalOperator &Choice) {
  const auto Known = truth(Choice.getCond());
  return !Known && &Choice == Context.Along.At
             ? std::optional(Context.Along.IsTaken)
             : Known;
}

std::optional<bool> FunctionFlow::definedTruth(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot) {
    const auto Of = definedTruth(Not->getSubExpr());
    return Of ? std::optional(!*Of) : std::nullopt;
  }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() || Method->getName() != "defined" ||
      !isTensor(Call->getObjectType()))
    return std::nullopt;
  // Not what a member is at any time: of that, what it is at first is left out.
  const ValueDecl *Place = placeNamed(Call->getImplicitObjectArgument());
  const TensorValues Held =
      Place ? tensorsOf(State.get(*Place)) : TensorValues();
  const auto IsUndefined = [](const TensorValue &T) { return T.IsUndefined; };
  if (Held.empty())
    return std::nullopt;
  if (llvm::all_of(Held, IsUndefined))
    return false;
  return llvm::none_of(Held, IsUndefined) ? std::optional(true) : std::nullopt;
}

llvm::SmallVector<const CFGBlock *, 2>
FunctionFlow::deadSuccessors(const CFGBlock &Block) {
  llvm::SmallVector<const CFGBlock *, 2> Dead;
  if (const Expr *Condition = branchOf(Block)) {
    auto Known = truth(Condition);
    if (!Known)
      Known = definedTruth(Condition);
    if (!Known)
      Known = truthAlong(Block);
    const CFGBlock *True = *Block.succ_begin();
    const CFGBlock *False = *std::next(Block.succ_begin());
    if (Known && True != False)
      Dead.push_back(*Known ? False : True);
    return Dead;
  }
  const auto *Switch = dyn_cast_or_null<SwitchStmt>(Block.getTerminatorStmt());
  if (!Switch)
    return Dead;
  const std::string Subject =
      Assumed.empty() ? "" : subjectOf(Switch->getCond(), Ctx);
  const std::string Is = switchedValue(*Switch->getCond());
  bool IsLabelled = false;
  const CFGBlock *Rest = nullptr;
  for (const CFGBlock *Next : Block.succs()) {
    const auto *Case =
        Next ? dyn_cast_or_null<CaseStmt>(Next->getLabel()) : nullptr;
    if (!Case) {
      Rest = Next;
      continue;
    }
    // Of 'case 1 ... 3', no single value is known.
    const std::string Value =
        Case->getRHS() ? "" : constantText(Case->getLHS(), Ctx);
    if (Value.empty())
      continue;
    IsLabelled |= Value == Is;
    if (Is.empty() ? Assumed.excludes(Subject, Value) : Value != Is)
      Dead.push_back(Next);
  }
  if (IsLabelled && Rest)
    Dead.push_back(Rest);
  return Dead;
}

std::optional<FunctionFlow::DeviceTest>
FunctionFlow::deviceTestIn(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot) {
    auto Test = deviceTestIn(Not->getSubExpr());
    if (Test)
      Test->IsNegated = !Test->IsNegated;
    return Test;
  }
  // x, x.device(), x.device().type()
  const auto PlaceOf = [&](const Expr *Of) -> const ValueDecl * {
    Of = stripped(Of);
    while (const auto *Call = dyn_cast<CXXMemberCallExpr>(Of)) {
      const CXXMethodDecl *Method = Call->getMethodDecl();
      if (!Method || !Method->getIdentifier() ||
          !(isDevice(Method->getReturnType()) || Method->getName() == "device"))
        return nullptr;
      Of = stripped(Call->getImplicitObjectArgument());
    }
    return isTensor(Of->getType()) ? placeNamed(Of) : nullptr;
  };
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (!Method || !Method->getIdentifier() ||
        (Method->getName() != "is_cuda" && Method->getName() != "is_cpu"))
      return std::nullopt;
    const ValueDecl *Place = PlaceOf(Call->getImplicitObjectArgument());
    if (!Place)
      return std::nullopt;
    return DeviceTest{Place, Method->getName().drop_front(3).str(),
                      /*IsNegated=*/false, /*IsOfIndex=*/false};
  }
  const Expr *Left = nullptr, *Right = nullptr;
  bool IsNegated = false;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && Operator->getNumArgs() == 2 &&
      (Operator->getOperator() == OO_EqualEqual ||
       Operator->getOperator() == OO_ExclaimEqual)) {
    Left = Operator->getArg(0);
    Right = Operator->getArg(1);
    IsNegated = Operator->getOperator() == OO_ExclaimEqual;
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(E);
             Binary && Binary->isEqualityOp()) {
    Left = Binary->getLHS();
    Right = Binary->getRHS();
    IsNegated = Binary->getOpcode() == BO_NE;
  }
  if (!Left || !isDevice(Left->getType()) || !isDevice(Right->getType()))
    return std::nullopt;
  const ValueDecl *Place = PlaceOf(Left);
  if (!Place) {
    Place = PlaceOf(Right);
    std::swap(Left, Right);
  }
  const Ways Other = Place ? evaluate(Right) : Ways();
  const auto *Device = only<DeviceValue>(Other);
  if (!Device || Device->Type.empty())
    return std::nullopt;
  return DeviceTest{Place, Device->Type, IsNegated,
                    /*IsOfIndex=*/Device->Type != "cpu"};
}

TensorState FunctionFlow::stateAt(const CFGBlock &Block, const CFGBlock &Next) {
  TensorState After = State;
  const Expr *Condition = branchOf(Block);
  const auto Test = Condition ? deviceTestIn(Condition) : std::nullopt;
  if (!Test || *Block.succ_begin() == *std::next(Block.succ_begin()))
    return After;
  const bool IsThat = (&Next == *Block.succ_begin()) != Test->IsNegated;
  // 'cuda' that is not equal may be another 'cuda'.
  if (!IsThat && Test->IsOfIndex)
    return After;
  Ways Before = State.get(*Test->Place);
  if (const auto *Field = dyn_cast<FieldDecl>(Test->Place);
      Field && Before.empty())
    Before = fieldAnywhere(*Field);
  Ways Left;
  for (const Value &V : Before) {
    const auto *Tensor = std::get_if<TensorValue>(&V);
    const std::string Type =
        Tensor && Tensor->Device ? Tensor->Device->Value.Type : "";
    if (Type.empty() || (Type == Test->Type) == IsThat)
      Left.push_back(V);
  }
  // Nothing known is left, not anything.
  if (!Left.empty())
    After.set(*Test->Place, std::move(Left));
  return After;
}

} // namespace aoti_tidy
