// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_HEADERSTANDINS_H
#define AOTI_TIDY_DRIVER_CXX_HEADERSTANDINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// A header that exists only in the linter's file system.
struct VirtualHeader {
  llvm::StringLiteral Path, Text;
};

/// All of them; each in a folder that the compiler is only told of where there is
/// need for it.
llvm::ArrayRef<VirtualHeader> headerStandIns();
/// Whether a path is that of one of them, as the compiler sees it.
bool isHeaderStandIn(llvm::StringRef Path);

/// A host that loads CUDA models includes CUDA's headers, and the machine that
/// lints it (a laptop, a CI runner) often has none: torch's CPU build does not
/// bring them. These declare as much of the CUDA runtime as torch's own headers
/// and usual host code need, to be parsed only, in CudaStandInDir.
constexpr llvm::StringLiteral CudaStandInDir = "/aoti-tidy/cuda";

/// Included before a .cu file where there is no CUDA toolkit: the language
/// extensions, enough to parse it host-side.
constexpr llvm::StringLiteral CudaLanguageHeader =
    "/aoti-tidy/cuda/aoti_tidy_cuda_language.h";

/// Whether an error of the compiler is about a header that the stand-ins
/// replace: "'cuda_runtime_api.h' file not found".
bool isMissingCudaHeader(llvm::StringRef ErrorMessage);

/// Whether a header comes with the CUDA toolkit: one that the stand-ins have, or
/// another one.
bool isOfCudaToolkit(llvm::StringRef Header);
/// Whether CUDA's headers are what would declare a name: 'cudaGraphLaunch',
/// 'CUtensorMap', '__ldg'.
bool isNameOfCuda(llvm::StringRef Name);

/// omp.h comes with each compiler that has OpenMP, and torch's headers include it
/// with -fopenmp; GCC's is where Clang does not look, and Clang's is in a package of
/// its own. This one declares what torch's headers and usual host code call.
constexpr llvm::StringLiteral OpenMpStandInDir = "/aoti-tidy/openmp";
bool isMissingOpenMpHeader(llvm::StringRef ErrorMessage);
/// Whether \p Args have the compiler look for omp.h: what it belongs to.
bool useOpenMp(llvm::ArrayRef<std::string> Args);

} // namespace aoti_tidy

#endif
