// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDRUNTIME_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDRUNTIME_H

#include "llvm/ADT/StringRef.h"
#include <memory>

namespace clang {
class ASTUnit;
}

namespace aoti_tidy {

/// Parses kernels, of a kernel.cpp or a wrapper.cpp, against declarations of
/// our own, without torch and without reading a file. Includes are left out;
/// what the declarations lack is an error in the tree. Null if there is no tree
/// at all.
std::unique_ptr<clang::ASTUnit> parseKernels(llvm::StringRef Text,
                                             llvm::StringRef Name);

/// The bytes of a vector register, by the compile command below the kernels; 0
/// without one.
unsigned vectorBytes(llvm::StringRef Text);

/// Whether \p Text is nested too deeply for Clang's recursive parser, far more
/// than Inductor emits: brackets, operators, statements and declarations.
bool isTooDeep(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
