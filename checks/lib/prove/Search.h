// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_SEARCH_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_SEARCH_H

#include "checks/lib/prove/Prover.h"

namespace aoti_tidy {

/// Small values of the variables under which all \p Assumptions are true and
/// \p Claim is false, looked for among those at the ends of what the
/// assumptions let each variable be: sizes first, from the smallest. Tries up
/// to \p MaxTries values.
std::optional<Witness> findWitness(llvm::ArrayRef<IndexExpr> Assumptions,
                                   const IndexExpr &Claim,
                                   unsigned MaxTries = 6000);

} // namespace aoti_tidy

#endif
