// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/customop/SymIntFix.h"

namespace clang::tidy::aoti {

std::optional<SymIntFix> planSymIntFix(const FunctionDecl *, const KernelScan &,
                                       const llvm::SmallBitVector &,
                                       ASTContext &) {
  return std::nullopt;
}

} // namespace clang::tidy::aoti
