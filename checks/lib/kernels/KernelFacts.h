// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_KERNELFACTS_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_KERNELFACTS_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// Drops facts and loaded names of \p K that no access and no assert depends
/// on.
void dropUnusedFacts(Kernel &K);

inline constexpr const char *UnknownStatement =
    "in a statement that is not understood";
inline constexpr const char *TooDeepExpression =
    "in an expression that is nested too deeply";
inline constexpr const char *TooLongKernel =
    "in a kernel that is too large to be followed";
std::string indexProblem(llvm::StringRef Culprit);

} // namespace aoti_tidy

#endif
