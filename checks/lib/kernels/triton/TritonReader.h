// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONREADER_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONREADER_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// The Triton kernels whose source the wrapper \p Text carries. Their
/// parameters are those of the function that launches them, so a call's
/// arguments are one for each; places are in the wrapper.
///
/// Conditions, index expressions and ranges are those of one lane. Indices are
/// taken to fit the type that Inductor chose for them.
///
/// \param File that places have.
std::vector<Kernel> readTritonKernels(llvm::StringRef Text, unsigned File = 0);

} // namespace aoti_tidy

#endif
