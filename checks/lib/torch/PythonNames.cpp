// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/PythonNames.h"

namespace aoti_tidy {

llvm::StringRef canonicalName(llvm::StringRef Dotted) {
#define AOTI_PYTHON_ALIAS(IDENTIFIER, NAME)                                    \
  if (Dotted == (NAME))                                                        \
    return torchname::IDENTIFIER;
#include "checks/lib/torch/PythonNames.def"
  return Dotted;
}

} // namespace aoti_tidy
