// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_PARSEINDEXEXPR_H
#define AOTI_TIDY_TEST_UNIT_PARSEINDEXEXPR_H

#include "checks/lib/prove/IndexExpr.h"

namespace aoti_tidy {

/// Reads "x1 + 8*(x0 % ks0) < ks1 && 0 <= tmp0": C++ with floor_div, floor_mod,
/// min, max, abs, and chains like 0 <= x < n. A name says what it is: tmp0 is
/// loaded, x0 a loop's, u0 an item, others are sizes. Aborts on what it cannot
/// read.
IndexExpr parseIndexExpr(llvm::StringRef Text);

/// Several of them, with ; in between.
std::vector<IndexExpr> parseIndexExprs(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
