// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_EXITCODE_H
#define AOTI_TIDY_DRIVER_BASE_EXITCODE_H

namespace aoti_tidy {

/// The process's exit code. No path leads from "did not run" to
/// Clean.
enum class ExitCode : int {
  Clean = 0,
  Findings = 1,
  /// Bad usage or configuration: nothing was linted. Or what was asked for could
  /// not be written: a report, or the fixes of some file.
  Usage = 2,
  /// Some file could not be parsed; the findings of the others are reported.
  ParseErrors = 3,
  Internal = 4,
};

} // namespace aoti_tidy

#endif
