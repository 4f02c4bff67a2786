// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDRUNTIME_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDRUNTIME_H

#include "llvm/ADT/StringRef.h"
#include <memory>

namespace clang {
class ASTUnit;
}

namespace aoti_tidy {

/// Parses emitted kernels against our own declarations of what they use, with
/// no torch at hand and no file read.
///
/// \param Text of a kernel.cpp, or of a wrapper.cpp that has the kernels in it.
///   What it includes is left out; what the declarations lack is an error in
///   the tree that stays where it is.
/// \param Name that places in the tree have.
/// \param VectorBytes of a register, as vectorBytes() has it of the whole file.
/// \returns null if there is no tree at all.
std::unique_ptr<clang::ASTUnit>
parseKernels(llvm::StringRef Text, llvm::StringRef Name, unsigned VectorBytes);

/// \p Text without its includes, every line at its place.
std::string withoutIncludes(llvm::StringRef Text);

/// The size of a vector register on the machine that the kernels were made for:
/// the command that compiled them stands below them. 0 if it does not.
unsigned vectorBytes(llvm::StringRef Text);

/// Whether Clang's parser could run out of stack on \p Text, since it calls
/// itself for what is nested: brackets, operators, statements and declarations
/// that stand in each other, far more than Inductor emits. Not to be given to
/// parseKernels() then.
bool isTooDeep(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
