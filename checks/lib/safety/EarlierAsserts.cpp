// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/EarlierAsserts.h"
#include "checks/lib/kernels/KernelValue.h"
#include "checks/lib/safety/IndexChecker.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

/// Far more than there are in one model.
constexpr size_t MaxKnown = 1000;

IndexExpr replaced(const IndexExpr &E,
                   const std::map<Variable, IndexExpr> &By) {
  return E.substitute([&](const Variable &V) {
    const auto It = By.find(V);
    return It == By.end() ? std::nullopt : std::optional(It->second);
  });
}

/// The least value of the counter that a condition names: "0 <= x1".
IndexExpr lowest(const IndexExpr &Counter, llvm::ArrayRef<IndexExpr> When) {
  for (const IndexExpr &E : When)
    if (E.op() == Op::LessEqual && E.operands()[1] == Counter &&
        E.operands()[0].op() == Op::Constant)
      return E.operands()[0];
  return 0;
}

/// The step of a counter, and a value that it has: of "floor_mod(x0, 8) == 0".
std::optional<std::pair<int64_t, int64_t>>
stepOf(const IndexExpr &Counter, llvm::ArrayRef<IndexExpr> When) {
  for (const IndexExpr &E : When) {
    if (E.op() != Op::Equal || !(E.operands()[1] == IndexExpr(0)) ||
        E.operands()[0].op() != Op::FloorMod)
      continue;
    const llvm::ArrayRef<IndexExpr> Of = E.operands()[0].operands();
    const IndexExpr First = Counter - Of[0];
    if (First.op() == Op::Constant && Of[1].op() == Op::Constant &&
        Of[1].constant() > 0)
      return std::pair(Of[1].constant(), First.constant());
  }
  return std::nullopt;
}

/// Values of all counters with which \p Element is \p At. Nothing unless it is
/// one counter, or a vector's first element and its lane, and a constant.
std::optional<std::map<Variable, IndexExpr>>
countersAt(const IndexExpr &At, const IndexExpr &Element,
           llvm::ArrayRef<IndexExpr> Conditions) {
  std::map<Variable, IndexExpr> Values;
  IndexExpr Rest = Element;
  std::optional<IndexExpr> First;
  bool HasLane = false;
  for (const Variable &V : variablesOf(Element)) {
    if (V.Kind != VariableKind::Loop)
      continue;
    const IndexExpr Counter = IndexExpr::variable(V);
    Rest = Rest - Counter;
    if (Counter == lane())
      HasLane = true;
    else if (std::exchange(First, Counter))
      return std::nullopt;
  }
  for (const Variable &V : variablesOf(Rest))
    if (V.Kind == VariableKind::Loop)
      return std::nullopt;
  const IndexExpr Sum = At - Rest; // of the counters
  if (First && HasLane) {
    const auto Step = stepOf(*First, Conditions);
    if (!Step)
      return std::nullopt;
    const auto [By, From] = *Step;
    const IndexExpr Begin =
        By * IndexExpr::make(Op::FloorDiv, {Sum - From, By}) + From;
    Values.emplace(First->variable(), Begin);
    Values.emplace(lane().variable(), Sum - Begin);
  } else if (First) {
    Values.emplace(First->variable(), Sum);
  } else if (HasLane) {
    Values.emplace(lane().variable(), Sum);
  }
  for (const Variable &V : variablesOf(Conditions))
    if (V.Kind == VariableKind::Loop)
      Values.try_emplace(V, lowest(IndexExpr::variable(V), Conditions));
  return Values;
}

} // namespace

IndexExpr elementOf(const Access &Load) {
  return Load.Count == IndexExpr(1) ? Load.Index : Load.Index + lane();
}

IndexExpr readLanes(const Access &Load) {
  return Load.Count == IndexExpr(1)
             ? IndexExpr::always()
             : both(lessEqual(0, lane()), less(lane(), Load.Count));
}

EarlierAsserts::EarlierAsserts(const EmittedModel &Model,
                               const SourceTerms &Sources)
    : Model(Model), Sources(Sources) {
  llvm::StringMap<const Kernel *> Kernels;
  for (const Kernel &K : Model.Kernels)
    Kernels[K.Name] = &K;
  for (unsigned I = 0; I < Model.Buffers.size(); ++I)
    if (Model.Buffers[I].IsPassedOn)
      Written.insert(memoryOf(I));
  for (const KernelCall &Call : Model.Calls) {
    const Kernel *In = Kernels.lookup(Call.Kernel);
    AnyIsWritten |= Call.Arguments.empty();
    const auto Writes = [&](unsigned Parameter) {
      return !In || !In->NotModelled.empty() ||
             llvm::any_of(In->Accesses, [&](const Access &A) {
               return A.IsWrite && A.Parameter == Parameter;
             });
    };
    for (unsigned P = 0; P < Call.Arguments.size(); ++P)
      if (Call.Arguments[P].Buffer && Writes(P))
        Written.insert(memoryOf(*Call.Arguments[P].Buffer));
  }
}

unsigned EarlierAsserts::memoryOf(unsigned Of) const {
  while (Model.Buffers[Of].Base)
    Of = *Model.Buffers[Of].Base;
  return Of;
}

bool EarlierAsserts::isConstant(unsigned Of) const {
  const unsigned Memory = memoryOf(Of);
  return !AnyIsWritten && Model.Buffers[Memory].Input &&
         !Written.contains(Memory) &&
         Model.Buffers[Of].Type == Model.Buffers[Memory].Type;
}

void EarlierAsserts::add(const KernelCall &Call, const Kernel &In,
                         const CallTerms &Terms) {
  for (const IndexAssert &A : In.Asserts) {
    if (Known.size() == MaxKnown)
      return;
    std::vector<IndexExpr> All = A.When;
    All.push_back(A.Condition);
    std::optional<Variable> Value;
    bool IsOfOne = true;
    for (const Variable &V : variablesOf(All)) {
      IsOfOne &= V.Kind != VariableKind::Computed &&
                 (V.Kind != VariableKind::Loaded || !Value);
      if (V.Kind == VariableKind::Loaded)
        Value = V;
    }
    if (!Value || !IsOfOne)
      continue;
    const auto Load = llvm::find_if(In.Accesses, [&](const Access &Of) {
      return Of.Becomes == Value->Name;
    });
    if (Load == In.Accesses.end() || Load->Parameter >= Call.Arguments.size())
      continue;
    const auto Buffer = Call.Arguments[Load->Parameter].Buffer;
    if (!Buffer || !isConstant(*Buffer))
      continue;
    // Masked lanes are not read.
    All.insert(All.end(), Load->When.begin(), Load->When.end());
    All.push_back(readLanes(*Load));
    const auto Element = Terms.of(elementOf(*Load));
    const auto Condition = Terms.of(A.Condition);
    std::vector<IndexExpr> When;
    for (const IndexExpr &Branch : Call.Branches)
      When.push_back(Sources.of(Branch));
    bool AreBound = Element && Condition;
    for (const IndexExpr &E : All) {
      if (E == A.Condition)
        continue;
      const auto Bound = Terms.of(E);
      AreBound &= Bound.has_value();
      if (Bound && !llvm::is_contained(When, *Bound))
        When.push_back(*Bound);
    }
    if (AreBound)
      Known.push_back({memoryOf(*Buffer),
                       *Element + Sources.of(Model.Buffers[*Buffer].Offset),
                       std::move(When), *Condition, *Value});
  }
}

std::vector<IndexExpr> EarlierAsserts::about(const IndexExpr &Value,
                                             unsigned Of,
                                             const IndexExpr &At) const {
  std::vector<IndexExpr> Result;
  if (Known.empty() || !isConstant(Of))
    return Result;
  const IndexExpr Element = At + Sources.of(Model.Buffers[Of].Offset);
  for (const Assert &A : Known) {
    if (A.Memory != memoryOf(Of))
      continue;
    std::vector<IndexExpr> All = A.When;
    All.push_back(A.Condition);
    auto Values = countersAt(Element, A.Element, All);
    if (!Values)
      continue;
    Values->insert_or_assign(A.Value, Value);
    IndexExpr Fact = replaced(A.Condition, *Values);
    // Without a counter it is about one element.
    Fact = either(negation(equal(replaced(A.Element, *Values), Element)), Fact);
    for (const IndexExpr &E : A.When)
      Fact = either(negation(replaced(E, *Values)), Fact);
    if (!(Fact == IndexExpr::always()) && !llvm::is_contained(Result, Fact))
      Result.push_back(std::move(Fact));
  }
  return Result;
}

} // namespace aoti_tidy
