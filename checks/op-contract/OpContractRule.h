// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_CONTRACT_OPCONTRACTRULE_H
#define AOTI_TIDY_CHECKS_OP_CONTRACT_OPCONTRACTRULE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti_tidy {

/// What says which arguments an operator writes, and that its results are new.
enum class OpPromise {
  MutatesArgs, ///< mutates_args; torch itself looks at what the op returns
  Helper,      ///< mutates_args of a project's own helper
  Schema,      ///< "op(Tensor x) -> Tensor"
};

/// The kernel of \p Op writes its argument \p Name, which \p By does not say.
std::string writtenProblem(llvm::StringRef Name, llvm::StringRef Op,
                           OpPromise By);

/// \p Op returns nothing and, by \p By, writes nothing, not even its argument
/// \p Name. Export takes its calls for dead code.
std::string droppedProblem(llvm::StringRef Name, llvm::StringRef Op,
                           OpPromise By);

/// The kernel of \p Op returns \p Expr, which is its argument \p Name.
std::string returnedProblem(llvm::StringRef Expr, llvm::StringRef Name,
                            llvm::StringRef Op, OpPromise By);

/// The fake of \p Op returns \p Expr, which is its argument \p Name.
std::string fakeReturnsProblem(llvm::StringRef Expr, llvm::StringRef Name,
                               llvm::StringRef Op);

/// The fake of \p Op returns \p Expr, a tensor with a value.
std::string fakeValueProblem(llvm::StringRef Expr, llvm::StringRef Op);

/// What the fake of \p Op returns is \p Fake, what its kernel does is
/// \p Kernel: of \p What "dtype", "float32" or "the dtype of 'x'"; of "sizes",
/// "a part of 'x'".
std::string otherResultProblem(llvm::StringRef What, llvm::StringRef Op,
                               llvm::StringRef Fake, llvm::StringRef Kernel);

/// The notes at the other place.
inline constexpr llvm::StringLiteral OperatorIsHere =
    "the operator is defined here";
inline constexpr llvm::StringLiteral KernelReturnsHere =
    "the kernel returns this";

} // namespace aoti_tidy

#endif
