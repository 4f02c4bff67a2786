// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_OUTPUTS_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_OUTPUTS_H

#include "driver/base/Inputs.h"
#include "driver/base/Options.h"
#include "llvm/Support/Error.h"

namespace aoti_tidy {

/// Fails if an output is one of the inputs, another output, or a configuration.
/// Headers, and packages that code loads, are known when they have been read: RunReads
/// is for those.
llvm::Error refuseOutputs(const Options &O, const Inputs &In);

/// Writes what --depfile asks for, if it does: what the run has read, but for what
/// runs have left in the folder \p Cache.
llvm::Error writeDepfile(const Options &O, llvm::StringRef Cache);

} // namespace aoti_tidy

#endif
