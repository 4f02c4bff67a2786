// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_SHOWCONFIG_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_SHOWCONFIG_H

#include "driver/base/ExitCode.h"
#include "driver/base/Options.h"

namespace aoti_tidy {

/// The page of --show-config (what is on and set for each file, and by whom), of
/// --dump-config (the same of the first file as a .clang-tidy), or of
/// --verify-config.
llvm::Expected<std::string> configPage(const Options &O);

/// --list-checks: prints what is enabled for the first file of the command line.
llvm::Expected<ExitCode> listChecks(const Options &O);

} // namespace aoti_tidy

#endif
