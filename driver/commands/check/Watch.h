// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_WATCH_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_WATCH_H

#include "driver/base/ExitCode.h"
#include "driver/base/Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy {

/// --watch: calls \p Lint, and again whenever something has changed that it may
/// read, until a signal ends the process. Each time in a process of its own, so
/// that nothing is kept but what is in the cache. Returns only if nothing can be
/// watched, nobody reads what it writes any more, or the first round fails on
/// the options.
llvm::Expected<ExitCode>
watch(const Options &O, llvm::function_ref<llvm::Expected<ExitCode>()> Lint);

} // namespace aoti_tidy

#endif
