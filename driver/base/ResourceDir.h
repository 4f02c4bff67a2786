// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_RESOURCEDIR_H
#define AOTI_TIDY_DRIVER_BASE_RESOURCEDIR_H

#include "llvm/Support/Error.h"
#include <string>

namespace aoti_tidy {

/// Clang's builtin headers: beside the executable, else those of the LLVM this
/// was built with. Parsing without them gives nonsense, so there is no default.
llvm::Expected<std::string> findResourceDir(llvm::StringRef Argv0);

} // namespace aoti_tidy

#endif
