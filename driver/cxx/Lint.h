// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_LINT_H
#define AOTI_TIDY_DRIVER_CXX_LINT_H

#include "driver/Config.h"
#include "driver/report/LintResult.h"
#include <optional>

namespace aoti_tidy {

class CompileCommands;

struct LintSettings {
  IsolationSettings Apart;
  bool FixesOfNotes = false; ///< which fixes must not overlap
  /// Standard input, by the name it goes by.
  std::optional<std::pair<std::string, std::string>> Stdin;
  /// Read for the operators they define, where the C++ files have any.
  std::vector<std::string> PythonFiles;
};

/// Runs the enabled checks over \p Files through clang-tidy's machinery:
/// NOLINT, filters and fixes are its own.
LintResult lint(llvm::ArrayRef<std::string> Files,
                const CompileCommands &Commands, const Config &Cfg,
                const LintSettings &Settings, SourceTexts &Texts);

} // namespace aoti_tidy

#endif
