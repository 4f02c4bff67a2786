// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CACHECOMMAND_H
#define AOTI_TIDY_DRIVER_COMMANDS_CACHECOMMAND_H

#include "driver/base/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

/// 'aoti-tidy cache': says what is in the cache, or empties it.
llvm::Error runCache(const Options &O, llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
