// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_FIXES_H
#define AOTI_TIDY_DRIVER_REPORT_FIXES_H

#include "driver/report/Finding.h"
#include "llvm/Support/Error.h"
#include <map>

namespace aoti_tidy {

/// The changes that a run's fixes make.
struct FixPlan {
  struct File {
    std::string Before, After;
  };
  std::map<std::string, File> Files; ///< by absolute path
  /// Whether the finding of that index is fixed by the plan.
  std::vector<bool> Fixed;
  unsigned Applied = 0;
  /// Fixes left out because they overlap one that was taken.
  unsigned Conflicting = 0;
};

/// Whether \p F has a fix that broken code does not forbid.
bool isFixable(const Finding &F, bool Unsafe, llvm::ArrayRef<Finding> Errors);

/// Merges the fixes of \p Findings. The edits of one fix are taken together or
/// not at all. Files with \p Errors of the compiler are not changed, except by
/// the fix of what the error is about (an include that no longer exists).
FixPlan planFixes(llvm::ArrayRef<Finding> Findings, bool Unsafe,
                  llvm::ArrayRef<Finding> Errors, SourceTexts &Texts);

/// Writes the plan's files, each as a whole through a temporary file.
llvm::Error writeFixes(const FixPlan &Plan);

/// Writes findings and fixes as clang-apply-replacements reads them.
llvm::Error exportFixes(llvm::StringRef Path, llvm::ArrayRef<Finding> Findings,
                        bool Unsafe);

} // namespace aoti_tidy

#endif
