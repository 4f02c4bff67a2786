// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_PACKAGE_PACKAGECOMMAND_H
#define AOTI_TIDY_DRIVER_COMMANDS_PACKAGE_PACKAGECOMMAND_H

#include "driver/commands/PageCommand.h"

namespace aoti_tidy {

/// 'aoti-tidy package': the promises of packages.
llvm::Expected<Page> packagePage(const Options &O);

} // namespace aoti_tidy

#endif
