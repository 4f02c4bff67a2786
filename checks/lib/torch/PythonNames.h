// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_PYTHONNAMES_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_PYTHONNAMES_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// The dotted names of PythonNames.def: torchname::Export is
/// "torch.export.export".
namespace torchname {
#define AOTI_PYTHON_NAME(IDENTIFIER, NAME)                                     \
  inline constexpr llvm::StringLiteral IDENTIFIER(NAME);
#include "checks/lib/torch/PythonNames.def"
} // namespace torchname

/// The name in PythonNames.def for an alias, "torch.nn.modules.module.Module";
/// else \p Dotted.
llvm::StringRef canonicalName(llvm::StringRef Dotted);

inline bool isIn(llvm::StringRef Dotted, llvm::StringRef Package) {
  return Dotted.consume_front(Package) && Dotted.starts_with(".");
}

} // namespace aoti_tidy

#endif
