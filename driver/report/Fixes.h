// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_FIXES_H
#define AOTI_TIDY_DRIVER_REPORT_FIXES_H

#include "driver/base/Finding.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>

namespace aoti_tidy {

/// The changes that a run's fixes make.
struct FixPlan {
  struct File {
    std::string Before, After;
    Language Lang = Language::Cxx;
  };
  /// Changes that are written together or not at all.
  struct Group {
    std::set<std::string> Files;
    std::vector<size_t> Findings; ///< by index
  };
  std::map<std::string, File> Files; ///< by absolute path
  std::vector<Group> Groups;
  /// Whether the finding of that index is fixed by the plan.
  std::vector<bool> Fixed;
  unsigned Applied = 0;
  /// Fixes left out because they overlap one that was taken.
  unsigned Conflicting = 0;
  /// Files with fixes whose text has changed while the run went on.
  std::set<std::string> Changed;

  /// Takes the fixes of \p G, one of Groups, for not made.
  void drop(const Group &G);
};

/// Counts the fixes of a run's rounds.
struct FixTally {
  size_t Findings = 0;
  std::set<std::string> Files;

  /// \p Plan is written.
  void add(const FixPlan &Plan);
};

/// Code that is not edited, since not all of it was understood.
struct BrokenCode {
  llvm::ArrayRef<Finding> Errors;
  /// Files that include what has an error, or could not be parsed at all.
  llvm::ArrayRef<std::string> Files = {};
};

/// Whether \p F has a fix that broken code does not forbid.
bool isFixable(const Finding &F, bool Unsafe, const BrokenCode &Broken);

/// Merges the fixes of \p Findings, as edits of the texts that were linted. The edits
/// of a fix are taken together or not at all. Broken files are changed only by the fix
/// of the error itself (an include that no longer exists), those of \p LeftAlone not
/// at all.
FixPlan planFixes(llvm::ArrayRef<Finding> Findings, bool Unsafe,
                  const BrokenCode &Broken, const SourceTexts &Texts,
                  const std::set<std::string> &LeftAlone = {});

/// Writes the plan's files that still have the text that was linted, and drops the
/// others from the plan. Fails before anything is written if some file cannot be.
/// Returns a sentence for each file that was left as it is.
llvm::Expected<std::vector<std::string>> writeFixes(FixPlan &Plan);

/// "'a.cpp' was not fixed: it is a setuid file"
std::string notFixed(llvm::StringRef File, llvm::StringRef Why);

/// Writes findings and fixes as clang-apply-replacements reads them.
llvm::Error exportFixes(llvm::StringRef Path, llvm::ArrayRef<Finding> Findings,
                        bool Unsafe);

} // namespace aoti_tidy

#endif
