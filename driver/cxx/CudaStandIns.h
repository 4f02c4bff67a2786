// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_CUDASTANDINS_H
#define AOTI_TIDY_DRIVER_CXX_CUDASTANDINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// A header that exists only in the linter's file system.
struct VirtualHeader {
  llvm::StringLiteral Path, Text;
};

/// A host that loads CUDA models includes CUDA's headers, and the machine that
/// lints it (a laptop, a CI runner) often has none: torch's CPU build does not
/// bring them. These declare as much of the CUDA runtime as torch's own headers
/// and usual host code need, to be parsed only, in CudaStandInDir.
llvm::ArrayRef<VirtualHeader> cudaStandIns();
constexpr llvm::StringLiteral CudaStandInDir = "/aoti-tidy/cuda";

/// Included before a .cu file where there is no CUDA toolkit: the language
/// extensions, enough to parse it host-side.
constexpr llvm::StringLiteral CudaLanguageHeader =
    "/aoti-tidy/cuda/aoti_tidy_cuda_language.h";

/// Whether an error of the compiler is about a header that the stand-ins
/// replace: "'cuda_runtime_api.h' file not found".
bool isMissingCudaHeader(llvm::StringRef ErrorMessage);

} // namespace aoti_tidy

#endif
