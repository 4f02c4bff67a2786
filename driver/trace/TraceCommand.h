// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_TRACE_TRACECOMMAND_H
#define AOTI_TIDY_DRIVER_TRACE_TRACECOMMAND_H

#include "driver/ExitCode.h"
#include "driver/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

/// 'aoti-tidy trace': where the indices in a model's kernels come from.
/// ParseErrors if some of the model's code is not there: what is printed is of
/// the rest.
llvm::Expected<ExitCode> runTrace(const Options &O, llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
