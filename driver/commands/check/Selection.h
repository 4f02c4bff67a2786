// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_SELECTION_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_SELECTION_H

#include "driver/base/ChangedLines.h"
#include "driver/base/Config.h"
#include "driver/base/Inputs.h"
#include "driver/report/Baseline.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

/// Counts findings that are not reported, by the reason.
struct Selection {
  std::optional<unsigned> Known;     ///< --baseline has them
  std::vector<Baseline::Entry> Gone; ///< from it, as far as the run can tell
  std::optional<unsigned> Unchanged; ///< by --since
  std::optional<Baseline> Written;   ///< by --write-baseline
};

/// Which of a run's findings are reported: --baseline, --write-baseline,
/// --since.
class Selector {
public:
  /// Reads the baseline and asks git. Fails if either has no answer.
  static llvm::Expected<Selector> create(const Options &O);

  /// Takes out of \p Result what is not reported. Fails if the new baseline
  /// cannot be written.
  llvm::Expected<Selection> apply(LintResult &Result, const Inputs &In,
                                  const Config &Cfg);

private:
  explicit Selector(const Options &O) : O(O) {}

  const Options &O;
  std::optional<Baseline> Old;
  std::optional<ChangedLines> Changed;
};

/// "0 new findings", or of a run without a baseline, "0 findings".
std::string countText(size_t Findings, const Selection &S);
/// "; 9 known, 1 of the baseline is gone (...)": what else the summary says.
std::string restText(const Selection &S, llvm::StringRef Since);
/// A line for each of the first of S.Gone.
std::vector<std::string> goneTexts(const Selection &S);

} // namespace aoti_tidy

#endif
