// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Prover.h"
#include "checks/lib/prove/Digits.h"
#include "checks/lib/prove/Follows.h"
#include "checks/lib/prove/Search.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

/// Reduces "A or B" to B where A is known not to hold, and drops it where A
/// holds. The alternatives that remain are cases.
void dropAlternatives(Conditions &Facts, Work &Spent) {
  for (size_t I = 0; I < Facts.size() && !Spent.isSpent(); ++I) {
    const IndexExpr Fact = Facts[I];
    Spent.spend(1);
    if (Fact.op() != Op::Or)
      continue;
    Spent.spend(2 * Fact.operands().size() * Facts.size());
    const ArrayRef<IndexExpr> All = Fact.operands();
    std::vector<IndexExpr> Left;
    llvm::copy_if(All, std::back_inserter(Left), [&](const IndexExpr &O) {
      return !llvm::is_contained(Facts, negation(O));
    });
    const bool Follows = llvm::any_of(
        All, [&](const IndexExpr &O) { return llvm::is_contained(Facts, O); });
    if (!Follows && Left.size() == All.size())
      continue;
    Facts.erase(Facts.begin() + I);
    if (!Follows)
      addConjuncts(IndexExpr::make(Op::Or, Left), Facts);
    // New facts may be what others were waiting for.
    I = -1;
  }
}

/// Adds to \p To that no divisor of \p E is 0 where \p Guards hold.
void addDefinedness(const IndexExpr &E, Conditions Guards, Conditions &To,
                    Work &Spent) {
  Spent.spend(1);
  if (E.isTotal() || Spent.isSpent())
    return;
  Spent.spend(8 * Guards.size());
  const ArrayRef<IndexExpr> Of = E.operands();
  const auto WithGuard = [&](const IndexExpr &Guard) {
    Conditions All = Guards;
    All.push_back(Guard);
    return All;
  };
  switch (E.op()) {
  case Op::Select:
    addDefinedness(Of[0], Guards, To, Spent);
    addDefinedness(Of[1], WithGuard(Of[0]), To, Spent);
    addDefinedness(Of[2], WithGuard(negation(Of[0])), To, Spent);
    return;
  case Op::And:
  case Op::Or:
    for (const IndexExpr &O : Of) {
      addDefinedness(O, Guards, To, Spent);
      Guards.push_back(E.op() == Op::And ? O : negation(O));
    }
    return;
  default:
    break;
  }
  for (const IndexExpr &O : Of)
    addDefinedness(O, Guards, To, Spent);
  const bool Divides = E.op() == Op::FloorDiv || E.op() == Op::TruncDiv ||
                       E.op() == Op::FloorMod || E.op() == Op::TruncMod;
  if (!Divides || (Of[1].op() == Op::Constant && Of[1].constant() != 0))
    return;
  const IndexExpr IsNotZero = negation(equal(Of[1], 0));
  Spent.spend(2 * To.size());
  if (llvm::is_contained(To, IsNotZero))
    return;
  Conditions Any;
  for (const IndexExpr &G : Guards)
    Any.push_back(negation(G));
  Any.push_back(IsNotZero);
  addConjuncts(IndexExpr::make(Op::Or, Any), To);
}

/// Those of \p Goals that algebra does not prove. A goal means something where
/// those before it hold: as long as they do they become \p Facts.
Conditions openAfterAlgebra(const Conditions &Goals, Conditions &Facts,
                            unsigned MaxCases, bool WithRanges, Work &Spent) {
  // What is left is for a witness.
  Work OfRanges(uint64_t(1) << 23, &Spent);
  Conditions Open;
  Conditions Simple = Facts; // of goals without a choice, which makes cases
  for (const IndexExpr &Goal : Goals) {
    const bool HasChoice = choiceIn(Goal).has_value();
    Work OfChoices(uint64_t(1) << 20, &Spent);
    if (!(WithRanges && HasChoice &&
          followsByRanges(Simple, Goal, OfChoices)) &&
        !followsByAlgebra(Facts, Goal, MaxCases, Spent) &&
        !followsBySizes(Facts, Goal, OfRanges) &&
        !(WithRanges && followsByRanges(Simple, Goal, OfRanges))) {
      Open.push_back(Goal);
    } else if (Open.empty()) {
      Facts.push_back(Goal);
      if (!HasChoice)
        Simple.push_back(Goal);
    }
  }
  return Open;
}

std::optional<int64_t> valueIn(const Witness &W, const Variable &V) {
  const auto Is = W.find(V);
  return Is == W.end() ? std::nullopt : std::optional(Is->second);
}

bool isWitness(const Witness &W, ArrayRef<IndexExpr> Assumptions,
               const IndexExpr &Claim) {
  const auto Of = [&](const Variable &V) { return valueIn(W, V); };
  return Claim.evaluate(Of) == 0 &&
         llvm::all_of(Assumptions, [&](const IndexExpr &A) {
           return A.evaluate(Of).value_or(0) != 0;
         });
}

/// With the counters in place of their digits.
Witness joined(Witness W, const std::vector<Digits> &Split) {
  // The sizes of the first may be of those after it.
  for (const auto &[Counter, Sum] : llvm::reverse(Split)) {
    const auto Is =
        Sum.evaluate([&](const Variable &V) { return valueIn(W, V); });
    for (const Variable &V : variablesOf(Sum))
      if (llvm::StringRef(V.Name).starts_with(Counter.Name + " of "))
        W.erase(V);
    if (Is)
      W[Counter] = *Is;
  }
  return W;
}

/// Shrinks sizes one by one, by halving their ranges.
Witness shrunk(Witness W, const Conditions &Facts, const IndexExpr &Goal,
               llvm::function_ref<bool(const std::optional<Witness> &)> Refutes,
               Work &Spent) {
  constexpr int64_t SmallEnough = 4;
  Conditions Limited = Facts;
  for (const auto &[V, Ignored] : Witness(W)) {
    if (V.Kind != VariableKind::Symbol || Spent.isSpent())
      continue;
    const IndexExpr Size = IndexExpr::variable(V);
    Conditions Others = Limited;
    for (const auto &[Other, Is] : W)
      if (Other.Kind == VariableKind::Symbol && Other != V)
        Others.push_back(lessEqual(IndexExpr::variable(Other), Is));
    for (int64_t Low = SmallEnough; Low < W.at(V);) {
      const int64_t Middle = Low + (W.at(V) - 1 - Low) / 2;
      Conditions Smaller = Others;
      Smaller.push_back(lessEqual(Size, Middle));
      const std::optional<Witness> Found = findWitness(Smaller, Goal, Spent);
      if (Refutes(Found))
        W = *Found;
      else
        Low = Middle + 1;
    }
    Limited.push_back(lessEqual(Size, W.at(V)));
  }
  return W;
}

} // namespace

bool refutesWithoutComputed(Witness W, ArrayRef<IndexExpr> When,
                            const IndexExpr &Claim) {
  std::erase_if(W, [](const auto &Is) {
    return Is.first.Kind == VariableKind::Computed;
  });
  return isWitness(W, When, Claim);
}

size_t Prover::QuestionHash::operator()(const Question &Q) const {
  size_t Hash = Q.size();
  for (const IndexExpr &E : Q)
    Hash = llvm::hash_combine(Hash, IndexExpr::Hasher()(E));
  return Hash;
}

Prover::Result Prover::prove(ArrayRef<IndexExpr> Assumptions,
                             const IndexExpr &Claim, Work &Part) {
  ++Stats.Queries;
  Part.spend(4 + 4 * Assumptions.size());
  if (Claim.isTooLarge() || Part.isSpent()) {
    Result OverBudget;
    OverBudget.IsOverBudget = true;
    return OverBudget;
  }
  Question Asked = Assumptions.vec();
  Asked.push_back(Claim);
  if (const auto Known = Cache.find(Asked); Known != Cache.end()) {
    ++Stats.Cached;
    return Known->second;
  }
  Work Own(Most.Question, &Part);
  Result Decided = decide(Assumptions, Claim, Own);
  Stats.MostSteps = std::max(Stats.MostSteps, Own.spent());
  const bool IsCut =
      Own.isSpent() || llvm::any_of(Assumptions, [](const IndexExpr &A) {
        return A.isTooLarge();
      });
  Decided.IsOverBudget = Decided.Is == Answer::Unknown && IsCut;
  // With more budget left, the answer may differ.
  if (Decided.IsOverBudget && Part.isSpent())
    return Decided;
  constexpr size_t MaxCacheSize = 2'000'000; // some hundred megabytes at most
  for (const IndexExpr &E : Asked)
    CacheSize += 1 + E.size();
  if (CacheSize > MaxCacheSize) {
    Cache.clear();
    CacheSize = 0;
  }
  return Cache.emplace(std::move(Asked), std::move(Decided)).first->second;
}

Prover::Result Prover::decide(ArrayRef<IndexExpr> Given,
                              const IndexExpr &ToProve, Work &Spent) {
  // Too large ones say nothing.
  Conditions Assumptions;
  for (const IndexExpr &A : Given)
    if (!A.isTooLarge())
      Assumptions.push_back(asCondition(A));
  const IndexExpr Claim = asCondition(ToProve);
  // From here a division by zero may give anything: the conclusions do not
  // depend on it.
  Conditions Facts, Goals;
  for (const IndexExpr &A : Assumptions) {
    addConjuncts(A, Facts);
    addDefinedness(A, {}, Facts, Spent);
  }
  dropAlternatives(Facts, Spent);
  addDefinedness(Claim, {}, Goals, Spent);
  addConjuncts(Claim, Goals);
  // Some of the goals may be missing.
  if (Spent.isSpent())
    return {};

  constexpr unsigned CasesOfDivisor = 8;
  const std::vector<Digits> Split = splitCounters(
      Facts, Goals,
      [&](const IndexExpr &E) {
        return followsByAlgebra(Facts, E, CasesOfDivisor, Spent);
      },
      Spent);
  const auto ProvedByAlgebra = [&](unsigned MaxCases, bool WithRanges) {
    Goals = openAfterAlgebra(Goals, Facts, MaxCases, WithRanges, Spent);
    return Goals.empty();
  };
  const auto Refutes = [&](const std::optional<Witness> &W) {
    return W && Assumptions.size() == Given.size() &&
           isWitness(joined(*W, Split), Assumptions, Claim);
  };
  const auto RefutedBy = [&](auto Find) -> std::optional<Result> {
    for (const IndexExpr &Goal : Goals)
      if (const std::optional<Witness> Found = Find(Facts, Goal, Spent);
          Refutes(Found))
        return Result{
            Answer::Refuted, false,
            joined(shrunk(*Found, Facts, Goal, Refutes, Spent), Split)};
    return std::nullopt;
  };

  // A small witness is found faster than many cases are decided.
  if (ProvedByAlgebra(/*MaxCases=*/4, /*WithRanges=*/false))
    return {Answer::Proved, false, {}};
  if (std::optional<Result> Refuted = RefutedBy(findWitness))
    return *std::move(Refuted);
  addRanges(Goals, Facts, Spent);
  if (ProvedByAlgebra(/*MaxCases=*/48, /*WithRanges=*/true))
    return {Answer::Proved, false, {}};
  return RefutedBy(findWitnessFurther).value_or(Result());
}

} // namespace aoti_tidy
