// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Inequalities.h"
#include "checks/lib/prove/Simplex.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>
#include <map>
#include <set>

namespace aoti_tidy {
namespace {

using Wide = __int128;

constexpr unsigned MaxRounds = 8, MaxProducts = 120;
constexpr int64_t LargestFactor = int64_t(1) << 61;
constexpr int64_t LargeFactor = int64_t(1) << 32;

Wide floorDivided(Wide A, Wide By) { return A / By - (A % By < 0 ? 1 : 0); }
Wide ceilDivided(Wide A, Wide By) { return -floorDivided(-A, By); }

bool isSmall(const Polynomial &P) {
  return P.isKnown() && llvm::all_of(P.terms(), [](const Polynomial::Term &T) {
           return T.Factor < LargestFactor && T.Factor > -LargestFactor;
         });
}

int64_t divisorOf(const Polynomial &P) {
  return P.terms().back().Factor / P.tightened().terms().back().Factor;
}

bool mentions(const Polynomial &P, unsigned Unknown) {
  return llvm::any_of(P.terms(), [=](const Polynomial::Term &T) {
    return llvm::is_contained(T.Of, Unknown);
  });
}

} // namespace

void Inequalities::add(const Polynomial &P) {
  // Less is known without it, which is right.
  if (!isSmall(P))
    return;
  const Polynomial Tight = P.tightened();
  Spent->spend(Rows.size() + P.terms().size());
  if (Tight.isConstant())
    Impossible |= Tight.constant() < 0;
  else if (!llvm::is_contained(Rows, Tight))
    Rows.push_back(Tight);
}

void Inequalities::addEqual(const Polynomial &P) {
  add(P);
  add(P * -1);
  if (isSmall(P) && !P.isConstant())
    Zeros.push_back(P);
}

/// Drops ends that a later product could overflow with.
Inequalities::Range Inequalities::outward(Wide Low, Wide High) {
  constexpr Wide Limit = Wide(1) << 60;
  return {Low < -Limit ? -Infinite : std::min(Low, Limit),
          High > Limit ? Infinite : std::max(High, -Limit)};
}

Inequalities::Range Inequalities::range(unsigned Unknown) const {
  if (Unknown < Ranges.size())
    return Ranges[Unknown];
  return {-Infinite, Infinite};
}

Inequalities::Range Inequalities::range(const Monomial &M) const {
  const auto Product = [](Wide A, Wide B) -> Wide {
    if (A == 0 || B == 0)
      return 0;
    const bool IsFinite =
        A < Infinite && A > -Infinite && B < Infinite && B > -Infinite;
    return IsFinite ? A * B : (A < 0) == (B < 0) ? Infinite : -Infinite;
  };
  Range All{1, 1};
  for (size_t I = 0; I < M.size(); ++I) {
    Range One = range(M[I]);
    // A square is not negative.
    if (One.Low < 0 && One.High > 0 && I + 1 < M.size() && M[I + 1] == M[I]) {
      ++I;
      One = outward(
          0, std::max(Product(One.Low, One.Low), Product(One.High, One.High)));
    }
    const auto [Low, High] =
        std::minmax({Product(All.Low, One.Low), Product(All.Low, One.High),
                     Product(All.High, One.Low), Product(All.High, One.High)});
    All = outward(Low, High);
  }
  return All;
}

Inequalities::Range Inequalities::range(const Polynomial &P) const {
  if (!isSmall(P))
    return {-Infinite, Infinite};
  Spent->spend(4 * P.terms().size());
  Range Sum{0, 0};
  const auto AddEnd = [](Wide &To, Wide End, int64_t Factor, Wide Open) {
    const bool IsOpen = End >= Infinite || End <= -Infinite;
    To = IsOpen || To == Open ? Open : To + End * Factor;
  };
  for (const Polynomial::Term &T : P.terms()) {
    const Range R = range(T.Of);
    AddEnd(Sum.Low, T.Factor > 0 ? R.Low : R.High, T.Factor, -Infinite);
    AddEnd(Sum.High, T.Factor > 0 ? R.High : R.Low, T.Factor, Infinite);
    Sum = {std::max(Sum.Low, -Infinite), std::min(Sum.High, Infinite)};
    if (Sum.Low >= Infinite || Sum.High <= -Infinite)
      return {-Infinite, Infinite};
  }
  return Sum;
}

std::optional<int64_t> Inequalities::lower(const Polynomial &P) const {
  Wide Low = range(P).Low;
  // As given, n - m >= 0; 2*n + 2*m - 1 >= 0 becomes n + m - 1 >= 0.
  if (isSmall(P) && !P.isConstant()) {
    const int64_t Times = divisorOf(P);
    Spent->spend(Rows.size());
    for (const Polynomial &R : Rows)
      if (R.terms().back().Of == P.terms().back().Of) {
        const Polynomial Above = R * Times - P;
        Spent->spend(4 * (R.terms().size() + P.terms().size()));
        if (Above.isKnown() && Above.isConstant())
          Low = std::max(Low, -Wide(Above.constant()));
      }
  }
  if (Low <= -Infinite)
    return std::nullopt;
  return int64_t(std::clamp<Wide>(Low, std::numeric_limits<int64_t>::min(),
                                  std::numeric_limits<int64_t>::max()));
}

std::optional<int64_t> Inequalities::upper(const Polynomial &P) const {
  const auto Negated = lower(P * -1);
  if (!Negated || *Negated == std::numeric_limits<int64_t>::min())
    return std::nullopt;
  return -*Negated;
}

void Inequalities::restrictTo(unsigned Unknown, Range To) {
  if (Ranges.size() <= Unknown)
    Ranges.resize(Unknown + 1, {-Infinite, Infinite});
  Range &R = Ranges[Unknown];
  To = outward(To.Low, To.High);
  const Range Both{std::max(R.Low, To.Low), std::min(R.High, To.High)};
  Changed |= Both.Low != R.Low || Both.High != R.High;
  Impossible |= Both.Low > Both.High;
  R = Both;
}

void Inequalities::restrictTo(const Monomial &M, Range To) {
  if (M.size() == 1)
    return restrictTo(M[0], To);
  if (!llvm::all_of(M, [&](unsigned U) { return range(U).Low >= 0; }))
    return;
  for (unsigned U : M) {
    const Range Others = range(*quotient(M, {U}));
    Range One{-Infinite, Infinite};
    // A product >= 1 of factors >= 0 has none that is 0.
    if (To.Low >= 1)
      One.Low = Others.High < Infinite && Others.High > 0
                    ? ceilDivided(To.Low, Others.High)
                    : 1;
    if (Others.Low >= 1 && To.High < Infinite)
      One.High = floorDivided(To.High, Others.Low);
    restrictTo(U, One);
  }
}

/// Bounds each term by the others at their most.
void Inequalities::propagate(const Polynomial &P) {
  Wide Most = 0;
  const Polynomial::Term *Unbounded = nullptr;
  llvm::SmallVector<Wide, 8> Ends;
  Spent->spend(8 * P.terms().size());
  for (const Polynomial::Term &T : P.terms()) {
    const Range R = range(T.Of);
    const Wide End = T.Factor > 0 ? R.High : R.Low;
    Ends.push_back(End);
    if (End < Infinite && End > -Infinite)
      Most += End * T.Factor;
    else if (Unbounded)
      return;
    else
      Unbounded = &T;
  }
  Impossible |= !Unbounded && Most < 0;
  for (const auto &[I, T] : llvm::enumerate(P.terms())) {
    if (T.Of.empty() || (Unbounded && Unbounded != &T))
      continue;
    const Wide Rest = Unbounded ? Most : Most - Ends[I] * T.Factor;
    if (T.Factor > 0)
      restrictTo(T.Of, {ceilDivided(-Rest, T.Factor), Infinite});
    else
      restrictTo(T.Of, {-Infinite, floorDivided(Rest, -Wide(T.Factor))});
  }
}

void Inequalities::propagate() {
  Changed = true;
  for (unsigned Round = 0; Round < MaxRounds && Changed; ++Round) {
    Changed = false;
    for (const Polynomial &P : Rows) {
      if (Impossible || Spent->isSpent())
        return;
      propagate(P);
    }
  }
}

void Inequalities::replace(unsigned Unknown, const Polynomial &By) {
  std::vector<Polynomial> Old;
  Spent->spend(2 * Rows.size());
  llvm::erase_if(Rows, [&](const Polynomial &R) {
    if (!mentions(R, Unknown))
      return false;
    Old.push_back(R);
    return true;
  });
  for (const Polynomial &R : Old) {
    Spent->spend(4 * R.terms().size() * (1 + By.terms().size()));
    add(R.substitute(Unknown, By));
  }
}

/// Solves equalities for unknowns with a factor of 1.
void Inequalities::solveEqualities() {
  while (!Zeros.empty() && !Spent->isSpent()) {
    const Polynomial P = Zeros.back();
    Zeros.pop_back();
    const auto Solvable =
        llvm::find_if(P.terms(), [&](const Polynomial::Term &T) {
          return T.Of.size() == 1 && (T.Factor == 1 || T.Factor == -1) &&
                 P.linearFactor(T.Of[0]);
        });
    if (Solvable == P.terms().end())
      continue;
    const unsigned Unknown = Solvable->Of[0];
    const Polynomial Is = Polynomial::unknown(Unknown) - P * Solvable->Factor;
    for (Polynomial &Z : Zeros) {
      if (!mentions(Z, Unknown))
        continue;
      Spent->spend(4 * Z.terms().size() * (1 + Is.terms().size()));
      Z = Z.substitute(Unknown, Is);
    }
    replace(Unknown, Is);
  }
}

/// Replaces each bounded unknown by its distance from the bound.
void Inequalities::startUnknownsAtZero() {
  for (unsigned U = 0; U < Ranges.size() && !Spent->isSpent(); ++U) {
    Range &R = Ranges[U];
    const bool HasLow = R.Low > -Infinite;
    if (!HasLow && R.High >= Infinite)
      continue;
    if (R.Low == R.High) {
      replace(U, int64_t(R.Low));
      continue;
    }
    const Polynomial Distance =
        HasLow ? Polynomial::unknown(U) + int64_t(R.Low)
               : Polynomial(int64_t(R.High)) - Polynomial::unknown(U);
    const bool IsSame = HasLow && R.Low == 0;
    if (!IsSame)
      replace(U, Distance);
    if (HasLow && R.High < Infinite)
      add(Polynomial(int64_t(R.High - R.Low)) - Polynomial::unknown(U));
    R = {0, HasLow ? R.High - R.Low : Infinite};
  }
}

/// Adds sums of two rows without one unknown where rounding gains: 8*q + 7 >= n
/// and n - 1 >= 8*k give q >= k.
bool Inequalities::addCuts() {
  const std::vector<Polynomial> Base = Rows;
  for (size_t I = 0; I < Base.size() && !Spent->isSpent(); ++I) {
    for (size_t J = 0; J < I; ++J) {
      Spent->spend(1 + Base[I].terms().size() * Base[J].terms().size());
      const bool Cancels =
          llvm::any_of(Base[I].terms(), [&](const Polynomial::Term &T) {
            return !T.Of.empty() &&
                   llvm::any_of(
                       Base[J].terms(), [&](const Polynomial::Term &Other) {
                         return Other.Of == T.Of && Other.Factor == -T.Factor;
                       });
          });
      if (!Cancels)
        continue;
      const Polynomial Sum = Base[I] + Base[J], Cut = Sum.tightened();
      if (!Sum.isKnown() || Sum.isConstant())
        continue;
      if (Sum.constant() % divisorOf(Sum) != 0)
        add(Cut);
    }
  }
  return Rows.size() > Base.size();
}

bool Inequalities::isFree(const Monomial &M) const {
  return llvm::any_of(M, [&](unsigned U) { return range(U).Low < 0; });
}

/// Adds rows times unknowns >= 0 for products that occur: x < n gives x*m <=
/// n*m - m.
void Inequalities::addProducts() {
  const std::vector<Polynomial> Base = Rows;
  unsigned MaxDegree = 0;
  for (const Polynomial &P : Base)
    MaxDegree = std::max(MaxDegree, P.degree());
  std::set<std::pair<size_t, Monomial>> Done;
  std::set<Monomial> Seen;
  for (size_t Next = 0; Next < Rows.size(); ++Next) {
    const Polynomial Asking = Rows[Next];
    for (const Polynomial::Term &Wanted : Asking.terms()) {
      if (Wanted.Of.size() < 2 || !Seen.insert(Wanted.Of).second)
        continue;
      for (const auto &[I, P] : llvm::enumerate(Base)) {
        Spent->spend(2 * P.terms().size());
        if (Spent->isSpent())
          return;
        for (const Polynomial::Term &T : P.terms()) {
          if (T.Of.empty() || T.Of.size() >= Wanted.Of.size())
            continue;
          const auto Times = quotient(Wanted.Of, T.Of);
          if (!Times || isFree(*Times) ||
              P.degree() + Times->size() > MaxDegree ||
              !Done.insert({I, *Times}).second)
            continue;
          add(P * Polynomial::product(*Times));
          if (Rows.size() > Base.size() + MaxProducts)
            return;
        }
      }
    }
  }
}

/// A linear problem with a fraction for each product of unknowns.
bool Inequalities::haveNoFractions() const {
  // Unknowns of the linear problem are >= 0: a free one is two's difference.
  std::map<Monomial, unsigned> Columns;
  unsigned Count = 0;
  for (const Polynomial &P : Rows)
    for (const Polynomial::Term &T : P.terms())
      if (!T.Of.empty() && Columns.try_emplace(T.Of, Count).second)
        Count += isFree(T.Of) ? 2 : 1;
  // All of them are written out.
  Spent->spend(2 * Rows.size() * (Count + 1));
  if (Spent->isSpent())
    return false;
  std::vector<LinearRow> Linear;
  for (const Polynomial &P : Rows) {
    LinearRow Row(Count + 1);
    for (const Polynomial::Term &T : P.terms()) {
      const unsigned Column = T.Of.empty() ? Count : Columns.at(T.Of);
      Row[Column] = T.Factor;
      if (isFree(T.Of))
        Row[Column + 1] = -T.Factor;
    }
    Linear.push_back(std::move(Row));
  }
  if (isInfeasible(Linear, *Spent))
    return true;
  // Large bounds overflow, and often say nothing.
  const size_t All = Linear.size();
  llvm::erase_if(Linear, [](const LinearRow &Row) {
    return llvm::any_of(Row, [](int64_t F) { return F > LargeFactor; });
  });
  return Linear.size() < All && isInfeasible(Linear, *Spent);
}

bool Inequalities::areInfeasible() const {
  Inequalities Solved = *this;
  Spent->spend(8 * Rows.size());
  Solved.propagate();
  if (Solved.Impossible)
    return true;
  Solved.solveEqualities();
  Solved.propagate();
  if (Solved.Impossible)
    return true;
  const auto HasNoFractions = [](Inequalities Shifted) {
    if (Shifted.Spent->isSpent())
      return false;
    Shifted.startUnknownsAtZero();
    Shifted.addProducts();
    return Shifted.Impossible || Shifted.haveNoFractions();
  };
  if (HasNoFractions(Solved))
    return true;
  if (!Solved.addCuts())
    return false;
  Solved.propagate();
  return Solved.Impossible || HasNoFractions(Solved);
}

} // namespace aoti_tidy
