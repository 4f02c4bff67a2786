// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_SOLVER_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_SOLVER_H

#include "checks/lib/prove/Prover.h"

namespace aoti_tidy {

/// What Z3 says of facts together.
struct Solution {
  bool IsContradiction = false;
  /// If they are not known to be one: values that Z3 takes to satisfy them,
  /// those of sizes small if it can. What a division by zero gives is its
  /// choice.
  std::optional<Witness> Model;
};

/// \p Effort is in Z3's units of resources, about a million a second.
Solution solve(llvm::ArrayRef<IndexExpr> Facts, unsigned Effort);

} // namespace aoti_tidy

#endif
