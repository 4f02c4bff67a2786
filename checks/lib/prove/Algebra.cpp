// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Algebra.h"
#include "checks/lib/prove/Inequalities.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using Facts = std::vector<IndexExpr>;

struct Split {
  struct Case {
    IndexExpr If;
    std::optional<IndexExpr> Is; ///< what Of is in this case
  };
  IndexExpr Of = 0;
  std::vector<Case> Cases;
};

class Situation {
public:
  Situation(ArrayRef<IndexExpr> Given, Work &Spent)
      : Spent(Spent), Known(Spent) {
    for (const IndexExpr &F : Given)
      addFact(F, true);
    defineQuotients();
  }

  bool isImpossible() const { return Impossible || Known.areInfeasible(); }

  /// The next cases, without those that bounds exclude; forced ones first.
  std::optional<Split> split() const;

private:
  struct Quotient {
    bool RoundsDown; ///< or to zero
    IndexExpr Whole; ///< the division
    Polynomial Dividend, Divisor;
    unsigned Unknown;
    bool IsDefined = false;
  };

  void addFact(const IndexExpr &F, bool Holds);
  void addComparison(const IndexExpr &F, bool Holds);
  bool isExcluded(const IndexExpr &F, bool Holds) const;
  Polynomial polynomial(const IndexExpr &E);
  std::optional<Polynomial> knownPolynomial(const IndexExpr &E) const;
  Polynomial leaf(const IndexExpr &E);
  Polynomial bounded(const IndexExpr &E);
  Polynomial quotient(const IndexExpr &Whole, bool RoundsDown,
                      Polynomial Dividend, Polynomial Divisor);
  bool isAtLeast(const Polynomial &P, int64_t Bound) const {
    const auto Low = Known.lower(P);
    return Low && *Low >= Bound;
  }
  bool isAtMost(const Polynomial &P, int64_t Bound) const {
    const auto High = Known.upper(P);
    return High && *High <= Bound;
  }
  void defineQuotients();
  bool define(size_t Index);
  void limitByMultiples(const Quotient &Q);
  void splitSign(const IndexExpr &Of, bool CanBeZero);

  Work &Spent;
  Inequalities Known;
  bool Impossible = false;
  unsigned Unknowns = 0;
  std::vector<std::pair<IndexExpr, unsigned>> Leaves;
  std::vector<Quotient> Quotients;
  std::vector<Split> OfValues, OfQuotients, OfConditions, OfOrder;
};

std::optional<Split> Situation::split() const {
  std::optional<Split> First;
  for (const std::vector<Split> *Of :
       {&OfValues, &OfQuotients, &OfConditions, &OfOrder}) {
    for (Split S : *Of) {
      Spent.spend(16);
      if (Spent.isSpent())
        return std::nullopt;
      llvm::erase_if(S.Cases, [&](const Split::Case &C) {
        return isExcluded(C.If, true);
      });
      if (S.Cases.empty() || (S.Cases.size() == 1 && S.Cases[0].Is))
        return S;
      if (!First)
        First = std::move(S);
    }
  }
  return First;
}

bool Situation::isExcluded(const IndexExpr &F, bool Holds) const {
  const ArrayRef<IndexExpr> Of = F.operands();
  const auto IsExcluded = [&](const IndexExpr &O) {
    return isExcluded(O, Holds);
  };
  switch (F.op()) {
  case Op::True:
    return !Holds;
  case Op::Not:
    return isExcluded(Of[0], !Holds);
  case Op::And:
  case Op::Or:
    return (F.op() == Op::And) == Holds ? llvm::any_of(Of, IsExcluded)
                                        : llvm::all_of(Of, IsExcluded);
  case Op::Less:
  case Op::LessEqual:
  case Op::Equal:
    break;
  default:
    return false;
  }
  const auto A = knownPolynomial(Of[0]), B = knownPolynomial(Of[1]);
  if (!A || !B)
    return false;
  const Polynomial Difference = *B - *A;
  if (F.op() == Op::Equal)
    return Holds ? isAtLeast(Difference, 1) || isAtMost(Difference, -1)
                 : isAtLeast(Difference, 0) && isAtMost(Difference, 0);
  const int64_t Least = F.op() == Op::Less ? 1 : 0;
  return Holds ? isAtMost(Difference, Least - 1) : isAtLeast(Difference, Least);
}

void Situation::addFact(const IndexExpr &F, bool Holds) {
  if (Spent.isSpent())
    return;
  switch (F.op()) {
  case Op::True:
    Impossible |= !Holds;
    return;
  case Op::Not:
    return addFact(F.operands()[0], !Holds);
  case Op::And:
  case Op::Or: {
    if ((F.op() == Op::And) == Holds) {
      for (const IndexExpr &O : F.operands())
        addFact(O, Holds);
      return;
    }
    Split S{F, {}};
    for (const IndexExpr &O : F.operands())
      S.Cases.push_back({Holds ? O : negation(O), truth(Holds)});
    OfConditions.push_back(std::move(S));
    return;
  }
  case Op::Less:
  case Op::LessEqual:
  case Op::Equal:
    return addComparison(F, Holds);
  default: // nothing that is understood
    return;
  }
}

void Situation::addComparison(const IndexExpr &F, bool Holds) {
  const IndexExpr &A = F.operands()[0], &B = F.operands()[1];
  const Polynomial Difference = polynomial(B) - polynomial(A);
  if (F.op() == Op::Equal && Holds)
    Known.addEqual(Difference);
  else if (F.op() == Op::Equal)
    OfOrder.push_back(
        {F, {{less(A, B), truth(false)}, {less(B, A), truth(false)}}});
  else if (Holds)
    Known.add(F.op() == Op::Less ? Difference - 1 : Difference);
  else
    Known.add(F.op() == Op::Less ? Difference * -1 : Difference * -1 - 1);
}

Polynomial Situation::polynomial(const IndexExpr &E) {
  return toPolynomial(E, [this](const IndexExpr &L) { return leaf(L); });
}

std::optional<Polynomial> Situation::knownPolynomial(const IndexExpr &E) const {
  bool IsKnown = true;
  const Polynomial P = toPolynomial(E, [&](const IndexExpr &L) -> Polynomial {
    Spent.spend(1 + Leaves.size());
    for (const auto &[Leaf, Unknown] : Leaves)
      if (Leaf == L)
        return Polynomial::unknown(Unknown);
    IsKnown = false;
    return {};
  });
  return IsKnown ? std::optional(P) : std::nullopt;
}

Polynomial Situation::leaf(const IndexExpr &E) {
  Spent.spend(8 + Leaves.size());
  if (Spent.isSpent())
    return Polynomial::unknown(Unknowns++);
  const auto Before =
      llvm::find_if(Leaves, [&](const auto &L) { return L.first == E; });
  if (Before != Leaves.end())
    return Polynomial::unknown(Before->second);
  const ArrayRef<IndexExpr> Of = E.operands();
  switch (E.op()) {
  case Op::FloorDiv:
  case Op::TruncDiv:
    return quotient(E, E.op() == Op::FloorDiv, polynomial(Of[0]),
                    polynomial(Of[1]));
  case Op::FloorMod:
  case Op::TruncMod: {
    const Polynomial A = polynomial(Of[0]), D = polynomial(Of[1]);
    return A - D * quotient(E, E.op() == Op::FloorMod, A, D);
  }
  default:
    return bounded(E);
  }
}

Polynomial Situation::bounded(const IndexExpr &E) {
  const ArrayRef<IndexExpr> Of = E.operands();
  std::vector<Polynomial> Values;
  for (const IndexExpr &O : Of)
    Values.push_back(O.isCondition() ? Polynomial() : polynomial(O));
  Leaves.push_back({E, Unknowns});
  const Polynomial Is = Polynomial::unknown(Unknowns++);
  switch (E.op()) {
  case Op::Min:
  case Op::Max: {
    const bool IsMin = E.op() == Op::Min;
    for (const Polynomial &V : Values)
      Known.add(IsMin ? V - Is : Is - V);
    const IndexExpr First = lessEqual(Of[0], Of[1]);
    OfValues.push_back(
        {E,
         {{First, Of[IsMin ? 0 : 1]}, {negation(First), Of[IsMin ? 1 : 0]}}});
    break;
  }
  case Op::Abs:
    Known.add(Is);
    Known.add(Is - Values[0]);
    Known.add(Is + Values[0]);
    OfValues.push_back(
        {E, {{lessEqual(0, Of[0]), Of[0]}, {less(Of[0], 0), -1 * Of[0]}}});
    break;
  case Op::Select:
    OfValues.push_back({E, {{Of[0], Of[1]}, {negation(Of[0]), Of[2]}}});
    break;
  default: // a variable
    break;
  }
  return Is;
}

Polynomial Situation::quotient(const IndexExpr &Whole, bool RoundsDown,
                               Polynomial Dividend, Polynomial Divisor) {
  Polynomial Sum;
  Spent.spend(8 * (Dividend.terms().size() + Divisor.terms().size()) +
              Quotients.size());
  if (Divisor.isConstant() && Divisor.isKnown()) {
    const int64_t By = Divisor.constant();
    if (By == 0 || By == std::numeric_limits<int64_t>::min())
      return Polynomial::unknown(Unknowns++);
    if (By < 0) {
      const Polynomial Opposite = quotient(
          Whole, RoundsDown, RoundsDown ? Dividend * -1 : Dividend, -By);
      return RoundsDown ? Opposite : Opposite * -1;
    }
    const auto [Multiple, Rest] = Dividend.divided(By);
    if (Rest == Polynomial(0))
      return Multiple;
    if (RoundsDown && Rest.isConstant() && Rest.isKnown())
      return Multiple;
    if (RoundsDown) {
      Sum = Multiple;
      Dividend = Rest;
    }
  } else if (Divisor.terms().size() == 1) {
    // Multiples of a divisor like 8*ks0.
    const Polynomial::Term &By = Divisor.terms()[0];
    Polynomial Multiple;
    for (const Polynomial::Term &T : Dividend.terms())
      if (const auto Rest = aoti_tidy::quotient(T.Of, By.Of);
          Rest && T.Factor % By.Factor == 0)
        Multiple =
            Multiple + Polynomial::product(*Rest) * (T.Factor / By.Factor);
    const Polynomial Rest = Dividend - Multiple * Divisor;
    if (RoundsDown || Rest == Polynomial(0)) {
      Sum = Multiple;
      Dividend = Rest;
    }
    if (Rest == Polynomial(0))
      return Sum;
  }
  for (const Quotient &Q : Quotients)
    if (Q.RoundsDown == RoundsDown && Q.Dividend == Dividend &&
        Q.Divisor == Divisor && Dividend.isKnown() && Divisor.isKnown())
      return Sum + Polynomial::unknown(Q.Unknown);
  Quotients.push_back(
      {RoundsDown, Whole, std::move(Dividend), std::move(Divisor), Unknowns});
  return Sum + Polynomial::unknown(Unknowns++);
}

/// Defines quotients whose operands' signs are known; other signs are cases.
void Situation::defineQuotients() {
  for (bool Changed = true; Changed && !Spent.isSpent();) {
    Changed = false;
    Known.propagate();
    for (size_t I = 0; I < Quotients.size() && !Spent.isSpent(); ++I)
      if (!Quotients[I].IsDefined && define(I))
        Changed = Quotients[I].IsDefined = true;
  }
  for (const Quotient &Q : Quotients) {
    if (Q.IsDefined)
      continue;
    const ArrayRef<IndexExpr> Of = Q.Whole.operands();
    const bool HasSign = isAtLeast(Q.Divisor, 1) || isAtMost(Q.Divisor, -1);
    splitSign(Of[HasSign ? 0 : 1], /*CanBeZero=*/!HasSign);
  }
}

void Situation::splitSign(const IndexExpr &Of, bool CanBeZero) {
  Split S;
  S.Cases = {{CanBeZero ? less(0, Of) : lessEqual(0, Of), std::nullopt},
             {less(Of, 0), std::nullopt}};
  if (CanBeZero)
    S.Cases.push_back({equal(Of, 0), std::nullopt});
  OfQuotients.push_back(std::move(S));
}

/// a < m*d gives a / d < m for d > 0: the row of element a in a matrix of m*d.
void Situation::limitByMultiples(const Quotient &Q) {
  if (Q.Divisor.terms().empty() || Q.Divisor.isConstant())
    return;
  std::vector<Polynomial> Limits;
  for (const Polynomial &NotNegative : Known.known()) {
    Spent.spend(16 *
                (NotNegative.terms().size() + Q.Dividend.terms().size() + 1));
    const Polynomial Limit = NotNegative + Q.Dividend + 1;
    if (const auto M = dividedExactly(Limit, Q.Divisor);
        M && !Limit.isConstant())
      Limits.push_back(*M - Polynomial::unknown(Q.Unknown) - 1);
  }
  for (const Polynomial &Limit : Limits)
    Known.add(Limit);
}

/// 0 <= a - q*d < d for d > 0, rounding down.
bool Situation::define(size_t Index) {
  // By value: more quotients may be made.
  const Quotient Q = Quotients[Index];
  const Polynomial &A = Q.Dividend, &D = Q.Divisor;
  if (isAtLeast(D, 0) && isAtMost(D, 0))
    return true; // any value
  const bool DivisorIsPositive = isAtLeast(D, 1);
  if (!DivisorIsPositive && !isAtMost(D, -1))
    return false;
  const bool IsPositive = isAtLeast(A, 0), IsNegative = isAtMost(A, 0);
  if (!Q.RoundsDown && !IsPositive && !IsNegative)
    return false;
  const Polynomial Is = Polynomial::unknown(Q.Unknown);
  const Polynomial Rest = A - Is * D;
  const Polynomial MostRest = (DivisorIsPositive ? D : D * -1) - 1;
  if (Q.RoundsDown ? DivisorIsPositive : IsPositive) {
    Known.add(Rest);
    Known.add(MostRest - Rest);
  } else {
    Known.add(Rest * -1);
    Known.add(Rest + MostRest);
  }
  if (!DivisorIsPositive)
    return true;
  if (Q.RoundsDown || IsPositive)
    limitByMultiples(Q);
  // Which follows, though not linearly if the divisor is not constant.
  if (IsPositive) {
    Known.add(Is);
    Known.add(A - Is);
    if (!Q.RoundsDown)
      Known.addEqual(Is - quotient(Q.Whole, true, A, D));
  } else if (IsNegative) {
    Known.add(Is * -1);
    Known.add(Is - A);
  }
  return true;
}

bool areImpossible(ArrayRef<IndexExpr> Given, unsigned &Cases, Work &Spent) {
  if (Cases == 0)
    return false;
  --Cases;
  const Situation Now(Given, Spent);
  const bool IsImpossible = Now.isImpossible();
  if (Spent.isSpent())
    return false;
  if (IsImpossible)
    return true;
  const std::optional<Split> Next = Now.split();
  if (!Next)
    return false;
  return llvm::all_of(Next->Cases,
                      [&](const Split::Case &C) {
                        Facts Then{C.If};
                        for (const IndexExpr &F : Given) {
                          Spent.spend(F.size());
                          Then.push_back(C.Is ? F.replace(Next->Of, *C.Is) : F);
                        }
                        return areImpossible(Then, Cases, Spent);
                      }) &&
         !Spent.isSpent();
}

} // namespace

bool isContradiction(ArrayRef<IndexExpr> Given, unsigned MaxCases,
                     Work &Spent) {
  return areImpossible(Given, MaxCases, Spent);
}

} // namespace aoti_tidy
