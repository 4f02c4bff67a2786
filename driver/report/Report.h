// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_REPORT_H
#define AOTI_TIDY_DRIVER_REPORT_REPORT_H

#include "driver/ExitCode.h"
#include "driver/Inputs.h"
#include "driver/report/LintResult.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

/// All that a report shows.
struct Report {
  llvm::ArrayRef<Finding> Findings;
  std::set<std::string> Previews; ///< as in LintResult
  llvm::ArrayRef<Finding> Errors;
  /// JSON; text readers see the notice.
  llvm::ArrayRef<std::string> Crashed, TimedOut;
  /// Sentences: what could not be read. JSON; text readers see the notice.
  llvm::ArrayRef<std::string> Unread;
  llvm::ArrayRef<LeftOut> Folders; ///< the same
  llvm::ArrayRef<RunRecord> Runs;  ///< of models
  unsigned TimeLimit = 0;          ///< of TimedOut
  unsigned Linted = 0, Skipped = 0;
  ExitCode Exit = ExitCode::Clean;
  /// Where the findings' files can be read.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Sources;
  /// Text: whether the C++ compiler's errors are printed; those of many files
  /// would bury the findings.
  bool QuotesErrors = true;
};

/// As clang-tidy prints: message, source line, carets, fix, notes. Paths are
/// relative to the working directory where they are inside it.
void writeText(const Report &R, llvm::raw_ostream &OS, bool Color);

/// What is known of each run of a model: where its package, the devices, types
/// and sizes of its inputs come from, and why the rest is not known.
void writeRuns(const Report &R, llvm::raw_ostream &OS);
/// "2 runs of a model, the package known of 1; ..."
std::string coverageText(llvm::ArrayRef<RunRecord> Runs);

/// The stable JSON form, version 1. Paths are relative to the root of the
/// repository that the working directory is in.
void writeJson(const Report &R, llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
