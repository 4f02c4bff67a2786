// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONREADER_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONREADER_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// The Triton kernels in the wrapper \p Text. Parameters are those of the
/// launching function, one per argument of a call; conditions and ranges are
/// those of one lane. Indices are taken to fit the type that Inductor chose.
std::vector<Kernel> readTritonKernels(llvm::StringRef Text, unsigned File = 0);

} // namespace aoti_tidy

#endif
