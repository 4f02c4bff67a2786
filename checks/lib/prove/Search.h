// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_SEARCH_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_SEARCH_H

#include "checks/lib/prove/IndexExpr.h"
#include "checks/lib/prove/Work.h"

namespace aoti_tidy {

/// Looks for small values that make \p Assumptions true and \p Claim false, at
/// the ends of the variables' ranges, sizes first. Tries a few thousand.
std::optional<Witness> findWitness(llvm::ArrayRef<IndexExpr> Assumptions,
                                   const IndexExpr &Claim, Work &Spent);

std::optional<Witness> findWitnessFurther(llvm::ArrayRef<IndexExpr> Assumptions,
                                          const IndexExpr &Claim, Work &Spent);

} // namespace aoti_tidy

#endif
