// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_TENSOREXTENT_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_TENSOREXTENT_H

#include "checks/lib/prove/IndexExpr.h"

namespace aoti_tidy {

/// The elements that torch allocates for these sizes and strides: up to the one
/// with the largest index in each dimension; none if a size is 0.
IndexExpr tensorExtent(llvm::ArrayRef<IndexExpr> Sizes,
                       llvm::ArrayRef<IndexExpr> Strides);

} // namespace aoti_tidy

#endif
