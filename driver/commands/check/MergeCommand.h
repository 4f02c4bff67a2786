// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_MERGECOMMAND_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_MERGECOMMAND_H

#include "driver/base/ExitCode.h"
#include "driver/base/Options.h"

namespace aoti_tidy {

/// 'aoti-tidy merge': reports what the shards of a run have found.
llvm::Expected<ExitCode> runMerge(const Options &O, llvm::StringRef Argv0);

} // namespace aoti_tidy

#endif
