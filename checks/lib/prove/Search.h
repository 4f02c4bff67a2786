// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_SEARCH_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_SEARCH_H

#include "checks/lib/prove/Prover.h"
#include "checks/lib/prove/Work.h"

namespace aoti_tidy {

/// Small values of the variables under which all \p Assumptions are true and
/// \p Claim is false, looked for among those at the ends of what the
/// assumptions let each variable be: sizes first, from the smallest. Tries a
/// few thousand values.
std::optional<Witness> findWitness(llvm::ArrayRef<IndexExpr> Assumptions,
                                   const IndexExpr &Claim, Work &Spent);

/// As findWitness() where that finds nothing: tries more values, and one size
/// alone further up.
std::optional<Witness> findWitnessFurther(llvm::ArrayRef<IndexExpr> Assumptions,
                                          const IndexExpr &Claim, Work &Spent);

} // namespace aoti_tidy

#endif
