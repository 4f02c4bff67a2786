// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_ALGEBRA_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_ALGEBRA_H

#include "checks/lib/prove/IndexExpr.h"
#include "checks/lib/prove/Work.h"

namespace aoti_tidy {

/// Whether no values of the variables make all of \p Given true; false also if
/// that is not seen. A division by zero is taken to give any value.
/// Tells cases apart, up to \p MaxCases, those of the first facts first; a case
/// is decided by linear algebra over products of unknowns.
bool isContradiction(llvm::ArrayRef<IndexExpr> Given, unsigned MaxCases,
                     Work &Spent);

} // namespace aoti_tidy

#endif
