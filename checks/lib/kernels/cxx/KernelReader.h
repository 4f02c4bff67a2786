// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELREADER_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELREADER_H

#include "checks/lib/emitted/KernelModel.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
}

namespace aoti_tidy {

/// Why a kernel is not modelled at all: what follows it calls itself for every
/// level of the tree, on stacks that are not ours in clang-tidy. Models have a
/// few dozen.
constexpr unsigned MaxKernelDepth = 500;
constexpr llvm::StringLiteral NestedTooDeeply =
    "its code is nested deeper than 500 levels";

/// The C++ kernels that Inductor emitted into the main file: its functions with
/// the linkage of C. It may be parsed with torch's headers, or with
/// parseKernels().
///
/// Loops' ranges stand in each access' When, not in the kernel's Facts: an
/// access in a loop tells that the loop runs.
///
/// \param File that places have.
std::vector<Kernel> readKernels(clang::ASTContext &Ctx, unsigned File = 0);

} // namespace aoti_tidy

#endif
