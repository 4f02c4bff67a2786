// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_LINT_H
#define AOTI_TIDY_DRIVER_CXX_LINT_H

#include "checks/lib/ops/RunFacts.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/Config.h"
#include "driver/report/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy {

/// What came of linting the files of a run.
struct LintResult {
  std::vector<Finding> Findings; ///< sorted, each once
  std::vector<Finding> Errors;   ///< the compiler's, sorted, each once
  /// What checks complain of in their configuration, each once.
  std::vector<std::string> ConfigProblems;
  /// Files whose parse had errors: findings in them are incomplete.
  std::vector<std::string> Unparsed;
  /// Python files that mention something that a check looks for, and are not
  /// Python throughout.
  std::vector<std::string> UnparsedPython;
  /// What was decided of each package's accesses, a line each.
  std::vector<std::string> Decided;
  /// Packages of which not all code could be read, a sentence each.
  std::vector<std::string> Unread;
  /// Files that made the linter crash.
  std::vector<std::string> Crashed;
  std::vector<clang::tidy::aoti::Remark> Remarks; ///< sorted, each once
  /// CUDA's headers were wanted and missing; built-in declarations stood in.
  bool UsedCudaStandIns = false;
};

struct LintSettings {
  unsigned Jobs = 0;         ///< 0: one per core
  bool FixesOfNotes = false; ///< which fixes must not overlap
  /// Standard input, by the name it goes by.
  std::optional<std::pair<std::string, std::string>> Stdin;
  /// Read for the operators they define, where the C++ files have any.
  std::vector<std::string> PythonFiles;
  /// Called before each file, one call at a time.
  std::function<void(size_t Index, llvm::StringRef File)> Progress;
};

/// Runs the enabled checks over \p Files through clang-tidy's machinery:
/// NOLINT, filters and fixes are its own.
LintResult lint(llvm::ArrayRef<std::string> Files,
                const CompileCommands &Commands, const Config &Cfg,
                const LintSettings &Settings, SourceTexts &Texts);

} // namespace aoti_tidy

#endif
