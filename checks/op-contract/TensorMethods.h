// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_CONTRACT_TENSORMETHODS_H
#define AOTI_TIDY_CHECKS_OP_CONTRACT_TENSORMETHODS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// Whether the result of a tensor's method is the memory of the tensor, whatever
/// that is like: not 'reshape'.
inline bool isView(llvm::StringRef Method) {
  static constexpr llvm::StringRef Names[] = {
      "alias",   "detach",    "diagonal", "expand",    "movedim",  "narrow",
      "permute", "select",    "slice",    "squeeze",   "swapaxes", "swapdims",
      "t",       "transpose", "unfold",   "unsqueeze", "view",     "view_as"};
  return llvm::is_contained(Names, Method);
}

/// Whether a tensor's method writes its data: 'add_', not 't_'.
inline bool writesData(llvm::StringRef Method) {
  static constexpr llvm::StringRef NoWrites[] = {
      "as_strided_",   "detach_",  "rename_", "requires_grad_", "retain_grad_",
      "share_memory_", "squeeze_", "t_",      "transpose_",     "unsqueeze_"};
  return Method.ends_with("_") && !Method.starts_with("_") &&
         !Method.ends_with("__") && !llvm::is_contained(NoWrites, Method);
}

} // namespace aoti_tidy

#endif
