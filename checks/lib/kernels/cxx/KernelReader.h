// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELREADER_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELREADER_H

#include "checks/lib/emitted/KernelModel.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
}

namespace aoti_tidy {

/// The C++ kernels of the main file, parsed with torch's headers or by
/// parseKernels(): its functions with C linkage. Places are in \p File.
std::vector<Kernel> readKernels(clang::ASTContext &Ctx, unsigned File = 0);

/// The same of \p Text, a file of kernels or a wrapper that contains them.
std::vector<Kernel> readKernels(llvm::StringRef Text, llvm::StringRef Name,
                                unsigned File);

} // namespace aoti_tidy

#endif
