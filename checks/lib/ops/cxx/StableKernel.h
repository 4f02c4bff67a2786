// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_STABLEKERNEL_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_STABLEKERNEL_H

#include "clang/AST/ExprCXX.h"

namespace clang::tidy::aoti {

/// Where a kernel of the stable ABI, or a helper it calls, reads a size of a
/// torch::stable::Tensor, which has no symbolic accessors; null if nowhere.
const Expr *stableSizeRead(const FunctionDecl *Kernel);

} // namespace clang::tidy::aoti

#endif
