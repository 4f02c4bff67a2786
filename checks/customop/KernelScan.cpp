// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/customop/KernelScan.h"

namespace clang::tidy::aoti {

KernelScan scanKernel(const FunctionDecl *, ASTContext &) { return {}; }

} // namespace clang::tidy::aoti
