// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_EMITTEDLINT_H
#define AOTI_TIDY_DRIVER_PACKAGE_EMITTEDLINT_H

#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/ops/RunFacts.h"
#include "driver/base/Config.h"
#include "driver/base/InputLog.h"
#include "driver/base/Record.h"
#include "driver/cache/SharedWork.h"
#include "driver/package/ModelPrograms.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

struct EmittedResult {
  std::vector<Finding> Findings;
  std::vector<std::string> ConfigProblems, Decided, Unread;
  std::vector<Remark> Remarks;
  std::vector<Suppression> Suppressions;
  std::vector<std::pair<std::string, double>> Seconds; ///< by check
  /// The files of findings, which need not be on disk, packed for their way
  /// from process to process.
  std::vector<std::pair<std::string, std::vector<char>>> Texts;
  /// The kernels of places, by file and line.
  std::vector<std::pair<std::pair<std::string, unsigned>, std::string>> Kernels;
  std::string Error;       ///< nothing was linted
  bool IsReplayed = false; ///< from an earlier run
  ReadFiles Read;          ///< by a shard
};

/// Lints a package, or \p Files if it is not null.
///
/// \param Log If not null, records all reads of the disk.
EmittedResult lintEmitted(const std::string &Package, const EmittedFiles *Files,
                          const Config &Cfg, bool IgnoreSuppressions,
                          const GivenPrograms &Exported, InputLog *Log);

} // namespace aoti_tidy

#endif
