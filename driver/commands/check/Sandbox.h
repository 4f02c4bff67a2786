// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_SANDBOX_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_SANDBOX_H

#include "driver/base/Options.h"

namespace aoti_tidy {

/// --sandboxed: from here on, only declared inputs are read (RunReads): the files
/// that \p O names, what --inputs lists, and what is installed with this program.
/// Fails if the list cannot be read.
llvm::Error enterSandbox(const Options &O, llvm::StringRef Argv0);

/// In the sandbox: the files that \p O names and lists are inputs, too.
llvm::Error declareInputs(const Options &O);

} // namespace aoti_tidy

#endif
