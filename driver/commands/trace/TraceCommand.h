// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_TRACE_TRACECOMMAND_H
#define AOTI_TIDY_DRIVER_COMMANDS_TRACE_TRACECOMMAND_H

#include "driver/commands/PageCommand.h"

namespace aoti_tidy {

/// 'aoti-tidy trace': where indices in kernels come from. Missing code is among
/// the page's Unread.
llvm::Expected<Page> tracePage(const Options &O);

} // namespace aoti_tidy

#endif
