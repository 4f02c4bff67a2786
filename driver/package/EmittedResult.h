// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_EMITTEDRESULT_H
#define AOTI_TIDY_DRIVER_PACKAGE_EMITTEDRESULT_H

#include "checks/lib/ops/RunFacts.h"
#include "driver/base/Record.h"
#include "driver/cache/SharedWork.h"
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

} // namespace aoti_tidy

#endif
