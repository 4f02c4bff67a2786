// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses that are out of bounds where 64-bit integers wrap around. To the
// prover the wrapped value is any number: here it is computed.
#include "checks/lib/prove/Search.h"
#include "checks/lib/safety/IndexChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <functional>
#include <limits>

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using Wide = __int128;
using MaybeWide = std::optional<Wide>;

/// Within this, a value certainly fits in 64 bits.
constexpr Wide Ample = Wide(1) << 62;
/// Beyond this, addresses wrap around, too.
constexpr Wide MaxDistance = Wide(1) << 56;

bool isWithin(Wide V, Wide Most) { return -Most <= V && V <= Most; }

std::optional<int64_t> narrowed(const MaybeWide &V) {
  return V && *V == static_cast<int64_t>(*V)
             ? std::optional(static_cast<int64_t>(*V))
             : std::nullopt;
}

/// As IndexExpr::apply(), with sums and products of more than 64 bits.
MaybeWide computed(Op O, ArrayRef<MaybeWide> Of) {
  if (O == Op::LessEqual && Of[0] && Of[1])
    return *Of[0] <= *Of[1];
  if (O == Op::Add || O == Op::Mul) {
    Wide All = O == Op::Mul;
    for (const MaybeWide &V : Of)
      if (!V || (O == Op::Add ? __builtin_add_overflow(All, *V, &All)
                              : __builtin_mul_overflow(All, *V, &All)))
        return std::nullopt;
    return All;
  }
  return IndexExpr::apply(O, llvm::map_to_vector<4>(Of, narrowed));
}

bool isWrapped(const IndexExpr &E, ArrayRef<std::string> Wrapped) {
  return E.op() == Op::Select && E.operands()[2].op() == Op::Variable &&
         llvm::is_contained(Wrapped, E.operands()[2].variable().Name);
}

struct Folded {
  IndexExpr Is;
  MaybeWide Value; ///< of a condition: 0 or 1
};

Folded fold(const IndexExpr &E, ArrayRef<std::string> Wrapped,
            const Witness &Values) {
  MaybeWide Value;
  std::vector<IndexExpr> Parts;
  if (E.op() == Op::Constant) {
    Value = E.constant();
  } else if (E.op() == Op::Variable) {
    if (const auto It = Values.find(E.variable()); It != Values.end())
      Value = It->second;
  } else if (!E.isTooLarge()) {
    llvm::SmallVector<MaybeWide, 4> Of;
    for (const IndexExpr &O : E.operands()) {
      Folded F = fold(O, Wrapped, Values);
      Parts.push_back(std::move(F.Is));
      Of.push_back(F.Value);
    }
    if (!isWrapped(E, Wrapped))
      Value = computed(E.op(), Of);
    // Only large values certainly don't fit.
    else if (Of[0] && Of[1] && (*Of[0] != 0 || !isWithin(*Of[1], Ample)))
      Value = static_cast<int64_t>(static_cast<uint64_t>(*Of[1]));
  }
  if (Value && E.isCondition())
    return {*Value ? IndexExpr::always() : negation(IndexExpr::always()),
            Value};
  if (const auto Narrow = narrowed(Value))
    return {*Narrow, Value};
  return {Parts.empty() ? E : IndexExpr::make(E.op(), std::move(Parts)), Value};
}

/// Values that sums and products wrap around with, also with \p Constants; the
/// ones to try first in front.
std::vector<int64_t> extremes(const std::set<int64_t> &Constants) {
  constexpr int64_t Max = std::numeric_limits<int64_t>::max();
  constexpr int64_t Root = 3037000500, CubeRoot = 1 << 21; // of 2^63
  std::vector<int64_t> All;
  All.insert(All.end(),
             {Max, -Max - 1, (int64_t(1) << 32) - 1, 0, 1, -1, Max - 1, -Max,
              Max / 2 + 2, -Max / 2 - 2, Root + 1, -Root - 1, CubeRoot + 1});
  for (const int64_t C : Constants) {
    const uint64_t Factor = std::abs(C);
    // Half around, to the end of the type; and all around, to small numbers.
    const int64_t Half = Max / Factor;
    const int64_t Whole = std::numeric_limits<uint64_t>::max() / Factor;
    All.insert(All.end(), {Half + 1, Half + 2, -Half - 1, -Half - 2, Whole,
                           -Whole, C > 0 ? Max - C + 1 : -Max - 2 - C});
  }
  return All;
}

} // namespace

std::optional<UnsafeAccess> IndexChecker::findOverflow(UnsafeAccess U,
                                                       const Question &Q) {
  constexpr size_t MaxLoaded = 4, MaxConstants = 16;
  const ArrayRef<std::string> Wrapped = U.In->Wrapped;
  if (Wrapped.empty())
    return std::nullopt;
  Work Spent(uint64_t(1) << 22, Part);
  std::set<Variable> Loaded;
  std::set<int64_t> Constants;
  const std::function<void(const IndexExpr &, bool)> Collect =
      [&](const IndexExpr &E, bool Wraps) {
        Spent.spend(1);
        if (Wraps && E.op() == Op::Variable &&
            E.variable().Kind == VariableKind::Loaded)
          Loaded.insert(E.variable());
        if (Wraps && E.op() == Op::Constant &&
            Constants.size() < MaxConstants && isWithin(E.constant(), Ample) &&
            !isWithin(E.constant(), 1))
          Constants.insert(E.constant());
        for (const IndexExpr &O : E.operands())
          Collect(O, Wraps || isWrapped(E, Wrapped));
      };
  const auto Assumed = [&](ArrayRef<IndexExpr> When) {
    return assumptions(
        bounded(When, [](const InputSize &Size) { return Size.Lower; }));
  };
  std::vector<IndexExpr> Observed = Assumed(Q.observed());
  llvm::append_range(Observed, existing(Observed));
  const std::vector<IndexExpr> All = Assumed(Q.When);
  size_t Size = Q.Claim.size();
  for (const IndexExpr &E : Observed)
    Collect(E, false);
  Collect(Q.Claim, false);
  for (const IndexExpr &E : All)
    Size += E.size();
  if (Loaded.empty() || Loaded.size() > MaxLoaded ||
      llvm::any_of(All, std::mem_fn(&IndexExpr::isTooLarge)))
    return std::nullopt;

  const std::vector<int64_t> Candidates = extremes(Constants);
  // Some hundreds together.
  constexpr size_t Most[] = {0, 200, 30, 10, 5};
  const size_t Each = std::min(Candidates.size(), Most[Loaded.size()]);
  size_t Count = 1;
  for (size_t I = 0; I < Loaded.size(); ++I)
    Count *= Each;
  for (size_t I = 0; I < Count && !Spent.isSpent(); ++I) {
    Witness Values;
    size_t Which = I;
    for (const Variable &V : Loaded) {
      Values[V] = Candidates[Which % Each];
      Which /= Each;
    }
    const auto Now = [&](const IndexExpr &E) {
      return fold(E, Wrapped, Values);
    };
    Spent.spend(4 * Size);
    std::vector<IndexExpr> Given;
    for (const IndexExpr &E : All)
      Given.push_back(asCondition(Now(E).Is));
    const IndexExpr Claim = Now(Q.Claim).Is;
    if (!findWitness(Given, Claim, Spent))
      continue;
    // The prover's is smaller.
    const Prover::Result Rest = TheProver.prove(Given, Claim, *Part);
    // Remaining values may decide what wraps: compute all anew.
    for (const auto &[V, Is] : Rest.Against)
      if (V.Kind != VariableKind::Computed)
        Values.emplace(V, Is);
    const MaybeWide First = Now(Q.First).Value;
    const auto Holds = [&](const IndexExpr &E) {
      return Now(E).Value.value_or(0) != 0;
    };
    if (!First || !isWithin(*First, MaxDistance) || Now(Q.Claim).Value != 0 ||
        !llvm::all_of(Observed, Holds))
      continue;
    U.Values = Values;
    U.First = static_cast<int64_t>(*First);
    // With 0 in its place, the access is in bounds.
    const auto Blamed = llvm::find_if(Loaded, [&](const Variable &V) {
      Values[V] = 0;
      const bool Repairs = Now(Q.Claim).Value != 0;
      Values[V] = U.Values[V];
      return Repairs;
    });
    U.blame(Blamed == Loaded.end() ? *Loaded.begin() : *Blamed);
    return U;
  }
  return std::nullopt;
}

} // namespace aoti_tidy
