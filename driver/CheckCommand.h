// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CHECKCOMMAND_H
#define AOTI_TIDY_DRIVER_CHECKCOMMAND_H

#include "driver/ExitCode.h"
#include "driver/Options.h"

namespace aoti_tidy {

/// 'aoti-tidy check', the default: lints, reports, fixes.
llvm::Expected<ExitCode> runCheck(const Options &O, llvm::StringRef Argv0);

} // namespace aoti_tidy

#endif
