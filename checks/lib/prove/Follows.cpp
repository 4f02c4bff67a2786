// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Follows.h"
#include "checks/lib/prove/Algebra.h"
#include "checks/lib/prove/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>
#include <unordered_set>

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
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

/// Over the numbers of \p Leaves, new ones added, in which a size that rounds
/// has one form: floor_div(ks0 - 1, 2) + 1 is floor_div(ks0 + 1, 2), and ks0 +
/// floor_mod(-ks0, 8) is -8*floor_div(-ks0, 8).
Polynomial inSizes(const IndexExpr &E, std::vector<IndexExpr> &Leaves) {
  constexpr size_t MaxTerms = 32; // of a size
  const auto Unknown = [&](const IndexExpr &L) {
    const size_t Index = llvm::find(Leaves, L) - Leaves.begin();
    if (Index == Leaves.size())
      Leaves.push_back(L);
    return Polynomial::unknown(Index);
  };
  return toPolynomial(E, [&](const IndexExpr &L) {
    const bool IsRest = L.op() == Op::FloorMod;
    if ((!IsRest && L.op() != Op::FloorDiv) || !isOfSizes(L) ||
        L.operands()[1].op() != Op::Constant || L.operands()[1].constant() <= 0)
      return Unknown(L);
    const IndexExpr &By = L.operands()[1];
    const Polynomial Of = inSizes(L.operands()[0], Leaves);
    const auto [Whole, Rest] = Polynomial(Of.constant()).divided(By.constant());
    const Polynomial Left = Of - Of.constant() + Rest;
    if (Left.isConstant() || Left.terms().size() > MaxTerms)
      return Unknown(L);
    const IndexExpr Quotient =
        IndexExpr::make(Op::FloorDiv, {expressionOf(Left, Leaves), By});
    if ((-1 * Quotient).isTooLarge()) // it would be equal to any other
      return Unknown(L);
    const Polynomial Is =
        Whole + (Of.terms().back().Factor < 0 ? -1 * Unknown(-1 * Quotient)
                                              : Unknown(Quotient));
    return IsRest ? Of - By.constant() * Is : Is;
  });
}

/// Whether \p P >= 0 follows. For Size >= 0, Low + Size*High is not negative
/// where Low >= -N*Size and High >= N; the next size is one of High - N.
bool followsByEach(const Conditions &Facts, const Polynomial &P,
                   std::vector<IndexExpr> &Leaves, Work &Spent) {
  const auto IsNotNegative = [&](const Polynomial &Of) {
    return followsByAlgebra(Facts, lessEqual(0, expressionOf(Of, Leaves)),
                            CasesOfRange, Spent);
  };
  if (!P.isKnown() || Spent.isSpent())
    return false;
  if (P.degree() < 2)
    return IsNotNegative(P);
  const Monomial &Last = P.terms().back().Of;
  for (unsigned Size : std::set<unsigned>(Last.begin(), Last.end())) {
    Spent.spend(64 * P.terms().size());
    std::vector<Polynomial> Low, High;
    for (const Polynomial::Term &T : P.terms()) {
      const std::optional<Monomial> Rest = quotient(T.Of, {Size});
      (Rest ? High : Low)
          .push_back(T.Factor * Polynomial::product(Rest.value_or(T.Of)));
    }
    const Polynomial Below = sumOf(Low), Above = sumOf(High);
    if (Below.degree() > 1 || !IsNotNegative(Polynomial::unknown(Size)))
      continue;
    int64_t Unit = 0; // of what is left, but for a constant
    for (const Polynomial::Term &T : Above.terms())
      if (!T.Of.empty())
        Unit = std::gcd(Unit, T.Factor);
    for (int64_t N : std::set<int64_t>{0, 1, Unit})
      if (IsNotNegative(Below + N * Polynomial::unknown(Size)))
        if (followsByEach(Facts, Above - N, Leaves, Spent))
          return true;
  }
  return false;
}

} // namespace

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

std::optional<IndexExpr> choiceIn(const IndexExpr &E) {
  if (E.op() == Op::Select)
    return E;
  for (const IndexExpr &O : E.operands())
    if (std::optional<IndexExpr> Choice = choiceIn(O))
      return Choice;
  return std::nullopt;
}

void addRanges(const Conditions &Goals, Conditions &Facts, Work &Spent) {
  constexpr size_t MaxComputed = 4, MaxSizes = 4;
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
          followsByAlgebra(Facts, Range, CasesOfRange, Spent))
        Facts.push_back(Range);
  }
}

bool followsBySizes(const Conditions &Facts, const IndexExpr &Goal,
                    Work &Spent) {
  if (Goal.op() != Op::Less && Goal.op() != Op::LessEqual)
    return false;
  const IndexExpr Above =
      Goal.operands()[1] - Goal.operands()[0] - (Goal.op() == Op::Less ? 1 : 0);
  if (Above.isTooLarge())
    return false;
  std::vector<IndexExpr> Leaves;
  const Polynomial P = inSizes(Above, Leaves);
  return P.degree() > 2 && followsByEach(Facts, P, Leaves, Spent);
}

bool followsByRanges(const Conditions &Facts, const IndexExpr &Goal,
                     Work &Spent, unsigned Choices) {
  constexpr size_t MaxParts = 6, MaxLimits = 6;
  constexpr unsigned MaxChoices = 4;
  if (Spent.isSpent())
    return false;
  if (const std::optional<IndexExpr> Choice = choiceIn(Goal);
      Choice && Choices < MaxChoices) {
    const auto Follows = [&](const IndexExpr &If, const IndexExpr &Is) {
      Conditions Then;
      for (const IndexExpr &F : Facts) {
        Spent.spend(F.size());
        addConjuncts(F.replace(*Choice, Is), Then);
      }
      addConjuncts(If, Then);
      return followsByAlgebra(Facts, negation(If), CasesOfRange, Spent) ||
             followsByRanges(Then, Goal.replace(*Choice, Is), Spent,
                             Choices + 1);
    };
    const ArrayRef<IndexExpr> Of = Choice->operands();
    return Follows(Of[0], Of[1]) && Follows(negation(Of[0]), Of[2]);
  }
  std::vector<IndexExpr> Parts;
  addComputations(Goal, Parts);
  if (Parts.size() > MaxParts)
    return false;
  if (Choices > 0 && followsBySizes(Facts, Goal, Spent))
    return true;
  if (Parts.empty() && Choices == 0)
    return false;
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

} // namespace aoti_tidy
