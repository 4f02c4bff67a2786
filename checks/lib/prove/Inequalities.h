// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_INEQUALITIES_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_INEQUALITIES_H

#include "checks/lib/prove/Polynomial.h"
#include "checks/lib/prove/Work.h"

namespace aoti_tidy {

/// Polynomials over integers that are >= 0, and their consequences.
class Inequalities {
public:
  /// Once \p Spent is used up, nothing is known.
  explicit Inequalities(Work &Spent) : Spent(&Spent) {}

  void add(const Polynomial &P);
  void addEqual(const Polynomial &P);

  llvm::ArrayRef<Polynomial> known() const { return Rows; }

  /// A few rounds.
  void propagate();

  /// As of the last propagate().
  std::optional<int64_t> lower(const Polynomial &P) const;
  std::optional<int64_t> upper(const Polynomial &P) const;

  /// False if it is not seen.
  bool areInfeasible() const;

private:
  using Wide = __int128;
  struct Range {
    Wide Low, High;
  };
  static constexpr Wide Infinite = Wide(1) << 100;

  static Range outward(Wide Low, Wide High);
  Range range(unsigned Unknown) const;
  Range range(const Monomial &M) const;
  Range range(const Polynomial &P) const;
  void propagate(const Polynomial &P);
  void restrictTo(const Monomial &M, Range To);
  void restrictTo(unsigned Unknown, Range To);
  void replace(unsigned Unknown, const Polynomial &By);
  void solveEqualities();
  void startUnknownsAtZero();
  void addProducts();
  bool addCuts();
  bool isFree(const Monomial &M) const;
  bool haveNoFractions() const;

  Work *Spent;
  std::vector<Polynomial> Rows, Zeros;
  std::vector<Range> Ranges;
  bool Changed = false, Impossible = false;
};

} // namespace aoti_tidy

#endif
