// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Prover.h"
#include "checks/lib/prove/Algebra.h"
#include "checks/lib/prove/Digits.h"
#include "checks/lib/prove/Search.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <unordered_set>

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using Conditions = std::vector<IndexExpr>;

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

using VariableSet = std::set<Variable>;

bool isOfSizes(const IndexExpr &E) {
  return llvm::none_of(variablesOf(E), [](const Variable &V) {
    return V.Kind == VariableKind::Loaded || V.Kind == VariableKind::Computed;
  });
}

/// The facts related to \p Goal, directly or through others; but not all about
/// a size, which nearly everything is about.
Conditions relevantTo(const IndexExpr &Goal, const Conditions &Facts,
                      Work &Spent) {
  const auto IsSize = [](const Variable &V) {
    return V.Kind == VariableKind::Symbol;
  };
  VariableSet Known = variablesOf(Goal);
  std::vector<VariableSet> Own;
  for (const IndexExpr &F : Facts) {
    Own.push_back(variablesOf(F));
    Spent.spend(4 * F.size());
  }
  std::vector<bool> IsRelevant(Facts.size());
  for (bool Changed = true; Changed && !Spent.isSpent();) {
    Changed = false;
    for (size_t I = 0; I < Facts.size(); ++I) {
      if (IsRelevant[I])
        continue;
      Spent.spend(4 * Own[I].size());
      const bool OnlySizes = llvm::all_of(Own[I], IsSize);
      if (!llvm::any_of(Own[I], [&](const Variable &V) {
            return Known.contains(V) && (OnlySizes || !IsSize(V));
          }))
        continue;
      Known.insert(Own[I].begin(), Own[I].end());
      Changed = IsRelevant[I] = true;
    }
  }
  Conditions Relevant;
  for (const auto &[I, F] : llvm::enumerate(Facts))
    if (IsRelevant[I])
      Relevant.push_back(F);
  return Relevant;
}

/// \p Facts without those about loaded values that are not in \p Relevant:
/// other loops say that sizes are not 0.
Conditions withLoops(const Conditions &Relevant, const Conditions &Facts) {
  const std::unordered_set<IndexExpr, IndexExpr::Hasher> Known(Relevant.begin(),
                                                               Relevant.end());
  Conditions All;
  llvm::copy_if(Facts, std::back_inserter(All), [&](const IndexExpr &F) {
    return Known.contains(F) || isOfSizes(F);
  });
  return All;
}

bool followsByAlgebra(const Conditions &Facts, const IndexExpr &Goal,
                      unsigned MaxCases, Work &Spent) {
  Conditions Against = relevantTo(Goal, Facts, Spent);
  Conditions More = withLoops(Against, Facts);
  const bool HasMore = More.size() > Against.size();
  Against.insert(Against.begin(), negation(Goal));
  if (isContradiction(Against, MaxCases, Spent))
    return true;
  More.insert(More.begin(), negation(Goal));
  return HasMore && isContradiction(More, MaxCases, Spent);
}

/// Adds to \p Facts the computed numbers that are indices of a dimension, 0 <=
/// t < n: rounding does that, and a product with t needs it in one piece.
void addRanges(const Conditions &Goals, Conditions &Facts, Work &Spent) {
  constexpr size_t MaxComputed = 4, MaxSizes = 4;
  constexpr unsigned MaxCases = 24;
  VariableSet All;
  for (const IndexExpr &Goal : Goals)
    All.merge(variablesOf(Goal));
  const auto OfKind = [&](VariableKind Kind, size_t Max) {
    std::vector<IndexExpr> Those;
    for (const Variable &V : All)
      if (V.Kind == Kind && Those.size() < Max)
        Those.push_back(IndexExpr::variable(V));
    return Those;
  };
  const auto Sizes = OfKind(VariableKind::Symbol, MaxSizes);
  for (const IndexExpr &T : OfKind(VariableKind::Computed, MaxComputed)) {
    Conditions Ranges = {lessEqual(0, T)};
    for (const IndexExpr &Size : Sizes)
      Ranges.push_back(less(T, Size));
    for (const IndexExpr &Range : Ranges)
      if (!llvm::is_contained(Facts, Range) &&
          followsByAlgebra(Facts, Range, MaxCases, Spent))
        Facts.push_back(Range);
  }
}

/// The largest parts of \p E that are computed from contents in cases, such as
/// min(max(i, 0), n - 1).
void addComputations(const IndexExpr &E, std::vector<IndexExpr> &To) {
  const bool MakesCases = E.op() >= Op::FloorDiv && E.op() <= Op::Select;
  if (!MakesCases || isOfSizes(E)) {
    for (const IndexExpr &O : E.operands())
      addComputations(O, To);
  } else if (!llvm::is_contained(To, E)) {
    To.push_back(E);
  }
}

constexpr unsigned CasesOfRange = 24;

/// Whether \p E is at least \p Limit, or at most; of a minimum or a maximum, by
/// its operands.
bool isLimited(const Conditions &Facts, const IndexExpr &E,
               const IndexExpr &Limit, bool IsLower, Work &Spent) {
  const auto IsOperandLimited = [&](const IndexExpr &O) {
    return isLimited(Facts, O, Limit, IsLower, Spent);
  };
  if (E.op() == (IsLower ? Op::Max : Op::Min))
    return llvm::any_of(E.operands(), IsOperandLimited);
  if (E.op() == (IsLower ? Op::Min : Op::Max))
    return llvm::all_of(E.operands(), IsOperandLimited);
  return followsByAlgebra(Facts,
                          IsLower ? lessEqual(Limit, E) : lessEqual(E, Limit),
                          CasesOfRange, Spent);
}

/// Whether \p Goal follows from the ranges of such parts: each is decided
/// alone, without the cases of the others. Choices are cases.
bool followsByRanges(const Conditions &Facts, const IndexExpr &Goal,
                     Work &Spent, unsigned Choices = 0) {
  constexpr size_t MaxParts = 6, MaxLimits = 6;
  constexpr unsigned MaxChoices = 4;
  std::vector<IndexExpr> Parts;
  addComputations(Goal, Parts);
  if (Parts.size() > MaxParts || (Parts.empty() && Choices == 0) ||
      Spent.isSpent())
    return false;
  const auto With = [&](const IndexExpr &Part, const IndexExpr &Is) {
    Conditions Changed;
    for (const IndexExpr &F : Facts) {
      Spent.spend(F.size());
      Changed.push_back(F.replace(Part, Is));
    }
    return Changed;
  };
  const auto Choice = llvm::find_if(
      Parts, [](const IndexExpr &P) { return P.op() == Op::Select; });
  if (Choice != Parts.end() && Choices < MaxChoices) {
    const auto Follows = [&](const IndexExpr &If, const IndexExpr &Is) {
      Conditions Then = With(*Choice, Is);
      addConjuncts(If, Then);
      return followsByRanges(Then, Goal.replace(*Choice, Is), Spent,
                             Choices + 1);
    };
    const ArrayRef<IndexExpr> Of = Choice->operands();
    return Follows(Of[0], Of[1]) && Follows(negation(Of[0]), Of[2]);
  }
  Conditions Known = Facts;
  IndexExpr Left = Goal;
  for (const auto &[I, Part] : llvm::enumerate(Parts)) {
    std::vector<IndexExpr> Limits;
    llvm::copy_if(Part.operands(), std::back_inserter(Limits), isOfSizes);
    for (const Variable &V : variablesOf(Goal))
      if (V.Kind == VariableKind::Symbol && Limits.size() < MaxLimits)
        Limits.push_back(IndexExpr::variable(V) - 1);
    const IndexExpr Any = IndexExpr::variable(
        {"any " + std::to_string(I), VariableKind::Computed});
    if (isLimited(Facts, Part, 0, /*IsLower=*/true, Spent))
      Known.push_back(lessEqual(0, Any));
    for (const IndexExpr &Limit : Limits)
      if (isLimited(Facts, Part, Limit, /*IsLower=*/false, Spent))
        Known.push_back(lessEqual(Any, Limit));
    for (IndexExpr &F : Known)
      F = F.replace(Part, Any);
    Left = Left.replace(Part, Any);
  }
  return followsByAlgebra(Known, Left, CasesOfRange, Spent);
}

/// Those of \p Goals that algebra does not prove. A goal means something where
/// those before it hold: as long as they do they become \p Facts.
Conditions openAfterAlgebra(const Conditions &Goals, Conditions &Facts,
                            unsigned MaxCases, bool WithRanges, Work &Spent) {
  // What is left is for a witness.
  Work OfRanges(uint64_t(1) << 23, &Spent);
  Conditions Open;
  for (const IndexExpr &Goal : Goals) {
    if (!followsByAlgebra(Facts, Goal, MaxCases, Spent) &&
        !(WithRanges && followsByRanges(Facts, Goal, OfRanges)))
      Open.push_back(Goal);
    else if (Open.empty())
      Facts.push_back(Goal);
  }
  return Open;
}

bool isWitness(const Witness &W, ArrayRef<IndexExpr> Assumptions,
               const IndexExpr &Claim) {
  const auto Of = [&](const Variable &V) -> std::optional<int64_t> {
    const auto Is = W.find(V);
    return Is == W.end() ? std::nullopt : std::optional(Is->second);
  };
  return Claim.evaluate(Of) == 0 &&
         llvm::all_of(Assumptions, [&](const IndexExpr &A) {
           return A.evaluate(Of).value_or(0) != 0;
         });
}

/// With the counters in place of their digits.
Witness joined(Witness W, const std::vector<Digits> &Split) {
  // The sizes of the first may be of those after it.
  for (const auto &[Counter, Sum] : llvm::reverse(Split)) {
    const auto Of = [&](const Variable &V) -> std::optional<int64_t> {
      const auto Is = W.find(V);
      return Is == W.end() ? std::nullopt : std::optional(Is->second);
    };
    const auto Is = Sum.evaluate(Of);
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
