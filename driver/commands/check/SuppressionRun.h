// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_SUPPRESSIONRUN_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_SUPPRESSIONRUN_H

#include "driver/base/Config.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

/// Marks the C++ suppressions of \p Result that silence one of \p Silenced.
void markUsed(LintResult &Result, llvm::ArrayRef<Finding> Silenced);

/// Adds a finding for each suppression of \p Result that names no check, and, if
/// asked for, for each that is not used or gives no reason.
void reportSuppressions(LintResult &Result, bool Unused, bool WithoutReason,
                        const Config &Cfg, SourceTexts &Texts);

/// Replaces the fixes of findings by comments that silence them. Returns a sentence
/// for each finding that has no place for one.
std::vector<std::string> suggestSuppressions(std::vector<Finding> &Findings,
                                             llvm::StringRef Reason,
                                             SourceTexts &Texts);

} // namespace aoti_tidy

#endif
