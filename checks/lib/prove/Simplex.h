// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_SIMPLEX_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_SIMPLEX_H

#include "checks/lib/prove/Work.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace aoti_tidy {

/// Factors of the unknowns and, last, the constant of a sum that is >= 0.
using LinearRow = std::vector<int64_t>;

/// Whether no fractions >= 0 satisfy every row; false if not known, after too
/// many steps or with too large numbers.
bool isInfeasible(llvm::ArrayRef<LinearRow> Rows, Work &Spent);

} // namespace aoti_tidy

#endif
