// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_OUTPUTS_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_OUTPUTS_H

#include "driver/base/Inputs.h"
#include "driver/base/Options.h"
#include "llvm/Support/Error.h"

namespace aoti_tidy {

/// Fails if a file that the options have written is one of the inputs, another
/// output, or a configuration. Headers, and packages that code loads, are known
/// when they have been read: refuseReadOutputs() is for those.
llvm::Error refuseOutputs(const Options &O, const Inputs &In);

} // namespace aoti_tidy

#endif
