// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_SOLVER_H
#define AOTI_TIDY_TEST_UNIT_SOLVER_H

#include "checks/lib/prove/Prover.h"
#include <z3.h>

namespace aoti_tidy {

/// What Z3 says of facts together. Neither, if it does not decide.
struct Solution {
  bool IsContradiction = false;
  /// Values that Z3 takes to satisfy them. What a division by zero gives is its
  /// choice.
  std::optional<Witness> Model;
};

/// Z3 itself. A context takes longer to make than most questions take, and
/// keeps all that it is asked: each is used for some questions.
class Solver {
public:
  Solver() = default;
  ~Solver();
  Solver(const Solver &) = delete;
  Solver &operator=(const Solver &) = delete;

  /// \p Effort is in Z3's units of resources, about a million a second.
  Solution solve(llvm::ArrayRef<IndexExpr> Facts, unsigned Effort);

private:
  void renew();

  Z3_context Context = nullptr;
  unsigned Questions = 0;
};

} // namespace aoti_tidy

#endif
