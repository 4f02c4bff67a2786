// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_GPUQUESTIONS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_GPUQUESTIONS_H

#include "clang/AST/Expr.h"

namespace aoti_tidy {

/// 'torch::cuda::is_available()', 'at::hasCUDA()'
bool asksForGpu(const clang::FunctionDecl &Callee);

/// Whether what \p E is may depend on whether the program finds a GPU: on what
/// its variables and members are given, and where. Not on what the parameters
/// of \p Bound are given.
bool mayDependOnGpu(const clang::Expr &E, const clang::FunctionDecl *Bound,
                    clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
