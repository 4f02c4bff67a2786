// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_DEPFILE_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_DEPFILE_H

#include "driver/base/Options.h"

namespace aoti_tidy {

/// Writes what --depfile asks for, if it does: what the run has read since
/// watchReads(), but for what runs have left in the folder \p Cache.
llvm::Error writeDepfile(const Options &O, llvm::StringRef Cache);

} // namespace aoti_tidy

#endif
