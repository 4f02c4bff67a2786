// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/triton/TritonLanes.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <set>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

bool isLimited(ArrayRef<IndexExpr> Conditions, const IndexExpr &V,
               const IndexExpr &Limit) {
  return llvm::any_of(Conditions, [&](const IndexExpr &C) {
    if (C.op() == Op::And)
      return isLimited(C.operands(), V, Limit);
    return C.op() == Op::Less && C.operands()[0] == V &&
           C.operands()[1] == Limit;
  });
}

/// N, if \p E is \p Size times N.
std::optional<IndexExpr> dividedBy(const IndexExpr &E, const IndexExpr &Size) {
  if (Size == IndexExpr(1))
    return E;
  if (E.op() != Op::Mul)
    return std::nullopt;
  std::vector<IndexExpr> Rest = E.operands().vec();
  const auto At = llvm::find(Rest, Size);
  if (At == Rest.end())
    return std::nullopt;
  Rest.erase(At);
  return Rest.size() == 1 ? Rest[0] : IndexExpr::make(Op::Mul, Rest);
}

} // namespace

IndexExpr TritonLanes::add(StringRef Name, Number N) {
  const IndexExpr V = MakeVariable(Name, VariableKind::Loop);
  Known.emplace(V.variable(), std::move(N));
  Made.push_back(V);
  return V;
}

const TritonLanes::Number *TritonLanes::numberOf(const IndexExpr &E) const {
  if (E.op() != Op::Variable)
    return nullptr;
  const auto It = Known.find(E.variable());
  return It == Known.end() ? nullptr : &It->second;
}

IndexExpr TritonLanes::lane(unsigned Axis, const IndexExpr &Extent) {
  if (Extent == IndexExpr(1))
    return 0;
  for (const IndexExpr &V : Made) {
    const Number &N = *numberOf(V);
    if (N.Axis == Axis && N.Extent == Extent)
      return V;
  }
  Number N;
  N.Axis = Axis;
  N.Extent = Extent;
  return add("lane", std::move(N));
}

IndexExpr TritonLanes::program(unsigned Axis, std::optional<IndexExpr> Extent) {
  const auto Before = Programs.find(Axis);
  if (Before != Programs.end())
    return Before->second;
  Number N;
  N.Extent = std::move(Extent);
  const IndexExpr V = add(fmt::format("program_id_{}", Axis), std::move(N));
  Programs.emplace(Axis, V);
  return V;
}

IndexExpr TritonLanes::turn(StringRef Name, std::optional<IndexExpr> Extent) {
  Number N;
  N.Extent = std::move(Extent);
  return add(Name, std::move(N));
}

void TritonLanes::covers(const IndexExpr &Whole, IndexExpr Covered) {
  if (Whole.op() == Op::Variable)
    if (const auto It = Known.find(Whole.variable()); It != Known.end())
      It->second.Covers = std::move(Covered);
}

std::optional<IndexExpr>
TritonLanes::joined(const IndexExpr &A, const IndexExpr &B, StringRef Name) {
  const auto Block = blockBefore(A, B), Other = blockBefore(B, A);
  if (!Block && !Other)
    return std::nullopt;
  const IndexExpr &Lane = Block ? B : A;
  const Number &Lanes = *numberOf(Lane);
  const Number::Parts Parts{Block ? *Block : *Other, *Lanes.Extent, Lane};
  for (const IndexExpr &V : Made)
    if (const auto &Of = numberOf(V)->Of; Of && Of->Block == Parts.Block &&
                                          Of->Size == Parts.Size &&
                                          Of->Lane == Parts.Lane)
      return V;
  const Number &Blocks = *numberOf(Parts.Block);
  Number N;
  N.Of = Parts;
  if (Blocks.Extent)
    N.Extent = *Blocks.Extent * Parts.Size;
  // A dimension that is too large is spread over two.
  N.Covers = Blocks.Covers ? Blocks.Covers : Lanes.Covers;
  return add(Name, std::move(N));
}

std::optional<IndexExpr> TritonLanes::blockBefore(const IndexExpr &Start,
                                                  const IndexExpr &Lane) const {
  const Number *N = numberOf(Lane);
  if (!N || !N->Extent)
    return std::nullopt;
  auto Block = dividedBy(Start, *N->Extent);
  const Number *Of = Block ? numberOf(*Block) : nullptr;
  // Joining lanes with lanes gains nothing.
  const bool HasLanes =
      Of && (Of->Axis || (Of->Of && numberOf(Of->Of->Lane)->Axis));
  return Of && !HasLanes && !(*Block == Lane) ? Block : std::nullopt;
}

IndexExpr TritonLanes::moved(const IndexExpr &E,
                             llvm::function_ref<unsigned(unsigned)> AxisOf) {
  return E.substitute([&](const Variable &V) -> std::optional<IndexExpr> {
    const auto It = Known.find(V);
    if (It == Known.end())
      return std::nullopt;
    const Number N = It->second;
    if (N.Axis)
      return lane(AxisOf(*N.Axis), *N.Extent);
    if (!N.Of)
      return std::nullopt;
    const IndexExpr Lane = moved(N.Of->Lane, AxisOf);
    const IndexExpr Block = moved(N.Of->Block, AxisOf);
    if (Lane == N.Of->Lane && Block == N.Of->Block)
      return std::nullopt;
    const IndexExpr Sum = Block * N.Of->Size;
    const auto Joined = joined(Sum, Lane, V.Name);
    return Joined ? *Joined : Sum + Lane;
  });
}

bool TritonLanes::isNotNegative(const IndexExpr &E) const {
  const ArrayRef<IndexExpr> Of = E.operands();
  const auto Each = [&](ArrayRef<IndexExpr> All) {
    return llvm::all_of(All,
                        [&](const IndexExpr &O) { return isNotNegative(O); });
  };
  switch (E.op()) {
  case Op::Constant:
    return E.constant() >= 0;
  case Op::Variable:
    return isNumber(E.variable());
  case Op::Add:
  case Op::Mul:
  case Op::Min:
    return Each(Of);
  case Op::Max:
    return llvm::any_of(Of,
                        [&](const IndexExpr &O) { return isNotNegative(O); });
  case Op::Select:
    return Each(Of.drop_front());
  case Op::FloorDiv:
  case Op::FloorMod:
    return Of[1].op() == Op::Constant && Of[1].constant() > 0 &&
           (E.op() == Op::FloorMod || isNotNegative(Of[0]));
  default:
    return E.isCondition();
  }
}

std::vector<IndexExpr> TritonLanes::rangesIn(ArrayRef<IndexExpr> Conditions,
                                             const IndexExpr &Index) const {
  std::set<Variable> Used = variablesOf(Conditions);
  Used.merge(variablesOf(Index));
  std::vector<IndexExpr> Ranges;
  for (const IndexExpr &V : Made) {
    if (!Used.contains(V.variable()))
      continue;
    const Number &N = *numberOf(V);
    Ranges.push_back(lessEqual(0, V));
    if (N.Extent && !(N.Covers && isLimited(Conditions, V, *N.Covers)))
      Ranges.push_back(less(V, *N.Extent));
    else if (!N.Extent)
      Ranges.push_back(less(V, IndexExpr::variable({V.variable().Name + "_end",
                                                    VariableKind::Computed})));
    if (N.Of && ((N.Of->Lane.op() == Op::Variable &&
                  Used.contains(N.Of->Lane.variable())) ||
                 (N.Of->Block.op() == Op::Variable &&
                  Used.contains(N.Of->Block.variable()))))
      Ranges.push_back(equal(V, N.Of->Block * N.Of->Size + N.Of->Lane));
  }
  return Ranges;
}

} // namespace aoti_tidy
