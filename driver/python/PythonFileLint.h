// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PYTHON_PYTHONFILELINT_H
#define AOTI_TIDY_DRIVER_PYTHON_PYTHONFILELINT_H

#include "checks/Registry.h"
#include "checks/lib/ops/RunFacts.h"
#include "driver/base/Isolation.h"
#include "driver/base/Record.h"
#include "driver/cache/SharedWork.h"
#include "driver/documents/PythonExcerpt.h"
#include "driver/report/Suppression.h"
#include "llvm/Support/MemoryBuffer.h"

namespace aoti_tidy {

/// How the Python of a run is linted.
struct PythonLintSettings {
  IsolationSettings Apart;
  /// The version of the torch that is installed. Asked for at most once, and
  /// only if there is something to check.
  std::function<std::optional<TorchVersion>()> FindTorch;
  /// As if no comment silenced a finding.
  bool IgnoreSuppressions = false;
  bool ListsSuppressions = false; ///< LintResult::Suppressions is wanted
  /// The packages that the scripts write, if they have been read:
  /// packagesOfScripts().
  std::shared_ptr<const RunScripts> Scripts;
  /// All that there are; a test has its own.
  llvm::ArrayRef<python::Check> Checks = python::checks();
};

/// The configuration of a folder's files.
struct PythonFolderConfig {
  uint64_t Enabled = 0; ///< a bit for each check
  std::string ErrorGlobs;
  python::Settings ForChecks;
  std::string GivenTexts; ///< the --package of a shared run
  bool IsComplete = false;
};

/// A file that mentions something that a check looks for.
struct PythonJob {
  size_t File;      ///< of the run's files
  uint64_t ToRun;   ///< a bit for each check
  uint64_t Scripts; ///< facts scripts share, known to the run
  const PythonFolderConfig *Config;
  std::unique_ptr<llvm::MemoryBuffer> Text;
};

/// Its result; places are offsets.
struct PythonJobResult {
  std::vector<Finding> Findings, Errors;
  std::vector<RunRecord> Runs;
  std::vector<std::string> Takers; ///< as LintResult::LoaderTakers
  std::vector<Suppression> Suppressions;
  std::vector<std::pair<std::string, double>> Seconds; ///< by check
  ReadFiles Read;                                      ///< by a shard
};

/// Lints \p File, which \p J is about.
PythonJobResult lintPythonFile(llvm::StringRef File,
                               const PythonLintSettings &Settings,
                               const PythonJob &J);

} // namespace aoti_tidy

#endif
