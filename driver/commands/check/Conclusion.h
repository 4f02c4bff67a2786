// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_CONCLUSION_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_CONCLUSION_H

#include "driver/base/Options.h"
#include "driver/commands/check/Selection.h"
#include "driver/report/Fixes.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

/// Says on standard error what the report cannot: what went wrong, what was not
/// looked at, and in one line what came of it all.
void conclude(const LintResult &Result, const FixPlan &Plan,
              const Selection &Selected, const FixTally &Fixed,
              SourceTexts &Texts, const Options &O, size_t Linted,
              unsigned Skipped);

} // namespace aoti_tidy

#endif
