// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_REPORTOUTPUT_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_REPORTOUTPUT_H

#include "driver/base/Options.h"
#include "driver/report/Fixes.h"
#include "driver/report/Report.h"

namespace aoti_tidy {

/// Writes what the options ask for, to -o FILE as a whole and to standard
/// output: the report, the runs, or the patch of \p Plan.
llvm::Error writeOutput(Report R, const FixPlan &Plan, const Options &O);

} // namespace aoti_tidy

#endif
