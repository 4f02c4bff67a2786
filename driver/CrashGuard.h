// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CRASHGUARD_H
#define AOTI_TIDY_DRIVER_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy {

/// Prepares the process for runGuarded(). Call it first in main().
void installCrashGuard(const char *Argv0);

/// Runs \p Work on a thread of its own, with a stack that Clang finds
/// sufficient. False if it crashed: a signal, LLVM's fatal error, an endless
/// recursion. The process goes on.
bool runGuarded(llvm::function_ref<void()> Work);

} // namespace aoti_tidy

#endif
