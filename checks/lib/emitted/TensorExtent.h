// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_TENSOREXTENT_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_TENSOREXTENT_H

#include "checks/lib/prove/IndexExpr.h"

namespace aoti_tidy {

/// How many elements torch allocates for a tensor of these sizes and strides,
/// as many of each: up to the one with the largest index in each dimension, and
/// none if a size is 0. Just the product of the sizes if there are no gaps.
IndexExpr tensorExtent(llvm::ArrayRef<IndexExpr> Sizes,
                       llvm::ArrayRef<IndexExpr> Strides);

} // namespace aoti_tidy

#endif
