// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_LINTRESULT_H
#define AOTI_TIDY_DRIVER_REPORT_LINTRESULT_H

#include "checks/lib/ops/RunFacts.h"
#include "driver/base/Finding.h"
#include "driver/base/Isolation.h"
#include "driver/report/Suppression.h"
#include "driver/report/UnparsedFile.h"
#include <set>

namespace aoti_tidy {

/// A C++ file whose parse found something that can be fixed.
struct FixableUnit {
  std::string File;
  std::set<std::string> Edited; ///< by the fixes
  std::set<std::string> Errors; ///< messages of the compiler's
};

/// The result of linting the files of a run.
struct LintResult {
  std::vector<Finding> Findings; ///< sorted, each once
  /// The kernels of operators that findings are in, by file and offset of the
  /// finding.
  std::map<std::pair<std::string, unsigned>, std::string> Kernels;
  /// The kernels of packages, by file and line of a place in a finding.
  std::map<std::pair<std::string, unsigned>, std::string> EmittedKernels;
  std::vector<Finding> Errors; ///< the compiler's, sorted, each once
  std::vector<FixableUnit> FixableUnits;
  /// Complaints of checks about their configuration, each once.
  std::vector<std::string> ConfigProblems;
  /// Files whose parse had errors: findings in them are incomplete.
  std::vector<std::string> Unparsed;
  std::vector<UnparsedFile> UnparsedCxx; ///< the same, with their errors
  /// Python files that mention something that a check looks for, and are not
  /// Python throughout.
  std::vector<std::string> UnparsedPython;
  /// Decisions about each package's accesses, a line each.
  std::vector<std::string> Decided;
  /// Packages of which not all code could be read, a sentence each.
  std::vector<std::string> Unread;
  /// Operators of which a check says nothing, by check: files that were not read
  /// to their end, or are not in the run, name them.
  std::map<std::string, std::set<std::string>> Unjudged;
  /// Files that made the linter crash, and those that took too long.
  std::vector<std::string> Crashed, TimedOut;
  std::vector<Remark> Remarks; ///< sorted, each once
  std::vector<RunRecord> Runs; ///< sorted, each once
  /// The functions and classes of Python that are given a loader of which no run
  /// is followed, one for each loader.
  std::vector<std::string> LoaderTakers;
  /// The files that have a word which a check looks for.
  size_t Concerned = 0;
  /// Notices about flags in configurations, a line each.
  std::vector<std::string> FlagNotices;
  /// Notices about how the files were read, a line each.
  std::vector<std::string> Notices;
  /// Comments that silence findings, where the run was asked for them.
  std::vector<Suppression> Suppressions;
  /// The time of each check over all files, where the run was asked for it.
  std::map<std::string, double> Seconds;
  /// The number of C++ files whose headers of torch were parsed, precompiled, or
  /// precompiled before.
  size_t ParsedHeaders = 0, BuiltHeaders = 0, ReusedHeaders = 0;
  size_t SlicedHeaders = 0; ///< of those parsed
  /// How many were parsed in full where slices did not do, by the cause.
  std::map<std::string, size_t> InFull;
  std::string WhyNoCache; ///< empty: it was used
  unsigned Replayed = 0;  ///< files whose result is of an earlier run
  /// A header of CUDA that was wanted and missing, so that built-in declarations
  /// stood in for all that are. Empty: none was.
  std::string MissingCudaHeader;

  /// Adds a file of which nothing is known, once.
  void addLost(const std::string &File, Ending End) {
    auto &Files = End == Ending::TimedOut ? TimedOut : Crashed;
    if (!llvm::is_contained(Files, File))
      Files.push_back(File);
  }
};

} // namespace aoti_tidy

#endif
