// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEDCALL_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEDCALL_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace aoti_tidy {

/// A call that makes or views a tensor and takes sizes, strides or offsets.
struct SizedCall {
  /// The arguments that are, or could be, symbolic.
  llvm::SmallVector<const clang::Expr *, 3> Sizes;
  /// The one of these lists that is the whole shape of the result; null if none
  /// is.
  const clang::Expr *Shape = nullptr;
  bool Symbolic = false; ///< at::empty_symint
};

/// \p Call as one of the functions of SymIntFunctions.def or their symbolic
/// twins; nothing if it is none, or if the headers in sight have no twin.
std::optional<SizedCall> sizedCall(const clang::CallExpr &Call);

/// The _symint form of \p F, of torch's own: the function or method declared
/// next to it that differs only in that parameters are symbolic. Looked up,
/// since not all are both: there is no at::view_symint. Null if there is none.
const clang::FunctionDecl *symIntFormOf(const clang::FunctionDecl &F);

} // namespace aoti_tidy

#endif
