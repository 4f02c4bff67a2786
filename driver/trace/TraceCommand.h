// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_TRACE_TRACECOMMAND_H
#define AOTI_TIDY_DRIVER_TRACE_TRACECOMMAND_H

#include "driver/Options.h"

namespace aoti_tidy {

/// 'aoti-tidy trace': where the indices in a model's kernels come from.
llvm::Expected<std::string> tracePage(const Options &O);

} // namespace aoti_tidy

#endif
