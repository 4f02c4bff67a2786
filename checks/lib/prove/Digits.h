// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_DIGITS_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_DIGITS_H

#include "checks/lib/prove/IndexExpr.h"
#include "checks/lib/prove/Work.h"

namespace aoti_tidy {

/// A counter over all elements of a view, and the sum that it is of the view's
/// indices: ks0*ks1*x2 + ks0*x1 + x0.
struct Digits {
  Variable Of;
  IndexExpr Sum;
};

/// Replaces counters by the indices that they are taken apart into: x % ks0,
/// x / ks0 % ks1 and x / (ks0*ks1) become variables of their own, with their
/// ranges, as loops over each dimension have them. \p Facts and \p Goals mean
/// the same as before. Only of views of three dimensions or with a size among the divisors, and \p Follows shows of
/// each that it is positive.
std::vector<Digits>
splitCounters(std::vector<IndexExpr> &Facts, std::vector<IndexExpr> &Goals,
              llvm::function_ref<bool(const IndexExpr &)> Follows, Work &Spent);

} // namespace aoti_tidy

#endif
