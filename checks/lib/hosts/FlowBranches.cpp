// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which way a function's branches go, and what they tell of devices.
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

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
      if (!Method ||
          !(isDevice(Method->getReturnType()) || nameOf(Method) == "device"))
        return nullptr;
      Of = stripped(Call->getImplicitObjectArgument());
    }
    return isTensor(Of->getType()) ? placeNamed(Of) : nullptr;
  };
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (nameOf(Method) != "is_cuda" && nameOf(Method) != "is_cpu")
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
