// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Simplex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>
#include <optional>

namespace aoti_tidy {
namespace {

using Wide = __int128;

constexpr unsigned MaxSteps = 300;

/// The dual simplex method in integers. A row is a basic variable, times a
/// positive factor, as a sum of the other variables, which are 0. Variables are
/// unknowns and rows' values, all >= 0.
class Tableau {
public:
  explicit Tableau(llvm::ArrayRef<LinearRow> From) {
    const unsigned Columns = From[0].size() - 1;
    for (unsigned I = 0; I < Columns; ++I)
      ColumnVariables.push_back(I);
    for (const auto &[I, Row] : llvm::enumerate(From))
      Rows.push_back({Columns + unsigned(I), 1, Row});
  }

  bool isInfeasible(Work &Spent) {
    for (unsigned Step = 0; Step < MaxSteps && !Spent.isSpent(); ++Step) {
      Spent.spend(Rows.size());
      // Bland's rule, which cannot cycle: of those possible, the first.
      Row *Leaving = nullptr;
      for (Row &R : Rows)
        if (R.Sum.back() < 0 && (!Leaving || R.Variable < Leaving->Variable))
          Leaving = &R;
      if (!Leaving)
        return false;
      std::optional<unsigned> Entering;
      for (unsigned I = 0; I < ColumnVariables.size(); ++I)
        if (Leaving->Sum[I] > 0 &&
            (!Entering || ColumnVariables[I] < ColumnVariables[*Entering]))
          Entering = I;
      if (!Entering)
        return true;
      if (!pivot(*Leaving, *Entering, Spent))
        return false;
    }
    return false;
  }

private:
  struct Row {
    unsigned Variable;
    int64_t Factor;
    LinearRow Sum;
  };

  bool pivot(Row &R, unsigned Column, Work &Spent) {
    const int64_t Solved = R.Sum[Column];
    for (int64_t &F : R.Sum)
      F = -F;
    R.Sum[Column] = R.Factor;
    R.Factor = Solved;
    std::swap(R.Variable, ColumnVariables[Column]);
    for (Row &Other : Rows) {
      if (&Other == &R || Other.Sum[Column] == 0)
        continue;
      // Products and divisors of 128 bits.
      Spent.spend(4 * Other.Sum.size());
      if (!replace(Other, R, Column))
        return false;
    }
    return true;
  }

  static bool replace(Row &In, const Row &By, unsigned Column) {
    llvm::SmallVector<Wide, 32> Sum;
    const int64_t Times = In.Sum[Column];
    Wide Factor = Wide(In.Factor) * By.Factor, Divisor = Factor;
    for (const auto &[I, F] : llvm::enumerate(In.Sum)) {
      const Wide Kept = I == Column ? Wide(0) : Wide(F) * By.Factor;
      Sum.push_back(Kept + Wide(Times) * By.Sum[I]);
      if (Divisor != 1)
        Divisor = gcd(Divisor, Sum.back());
    }
    if (Divisor != 1)
      for (Wide &S : Sum)
        S /= Divisor;
    In.Factor = int64_t(Factor / Divisor);
    if (In.Factor != Factor / Divisor)
      return false;
    for (const auto &[I, S] : llvm::enumerate(Sum)) {
      // Halved, so that no negation and no sum of two products overflows.
      constexpr Wide Limit = std::numeric_limits<int64_t>::max() / 2;
      if (S > Limit || S < -Limit)
        return false;
      In.Sum[I] = int64_t(S);
    }
    return true;
  }

  static Wide gcd(Wide A, Wide B) {
    B = B < 0 ? -B : B;
    while (B != 0) {
      const Wide Rest = A % B;
      A = B;
      B = Rest;
    }
    return A;
  }

  std::vector<unsigned> ColumnVariables;
  std::vector<Row> Rows;
};

} // namespace

bool isInfeasible(llvm::ArrayRef<LinearRow> Rows, Work &Spent) {
  return !Rows.empty() && Tableau(Rows).isInfeasible(Spent);
}

} // namespace aoti_tidy
