// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_SYMINTFUNCTIONS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_SYMINTFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// Whether at::\p Name takes sizes and has a twin at::NAME_symint.
bool hasSymIntFunction(llvm::StringRef Name);

/// The same of Tensor::\p Name.
bool hasSymIntMethod(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
