// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_SYMINTFUNCTIONS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_SYMINTFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// Whether at::\p Name takes sizes and there is an at::NAME_symint: "empty";
/// see SymIntFunctions.def.
bool hasSymIntFunction(llvm::StringRef Name);

/// Whether Tensor::\p Name takes sizes and there is a Tensor::NAME_symint:
/// "view".
bool hasSymIntMethod(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
