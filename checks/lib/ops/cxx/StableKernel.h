// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_STABLEKERNEL_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_STABLEKERNEL_H

#include "clang/AST/ExprCXX.h"

namespace aoti_tidy {

/// Where a kernel of the stable ABI, or a helper it calls, reads a size of a
/// torch::stable::Tensor, which has no symbolic accessors; null if nowhere.
const clang::Expr *stableSizeRead(const clang::FunctionDecl *Kernel);

} // namespace aoti_tidy

#endif
