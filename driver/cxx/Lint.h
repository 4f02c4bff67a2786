// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_LINT_H
#define AOTI_TIDY_DRIVER_CXX_LINT_H

#include "driver/base/Config.h"
#include "driver/cxx/LintSettings.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

class CompileCommands;

/// The files of a run that have another text, by their absolute paths.
using EditedTexts = std::map<std::string, std::string>;

/// A unit that has an error with the edited texts that it did not have before.
struct BrokenUnit {
  const FixableUnit *Unit;
  Finding Error; ///< its place is in the edited text
};

/// Parses those of \p Units again that see one of the \p Edited texts.
std::vector<BrokenUnit> findBroken(llvm::ArrayRef<FixableUnit> Units,
                                   const EditedTexts &Edited,
                                   const CompileCommands &Commands,
                                   const Config &Cfg,
                                   const LintSettings &Settings);

/// Runs the enabled checks over \p Files through clang-tidy's machinery:
/// NOLINT, filters and fixes are its own.
LintResult lint(llvm::ArrayRef<std::string> Files,
                const CompileCommands &Commands, const Config &Cfg,
                const LintSettings &Settings, SourceTexts &Texts);

} // namespace aoti_tidy

#endif
