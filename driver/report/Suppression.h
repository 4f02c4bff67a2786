// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_SUPPRESSION_H
#define AOTI_TIDY_DRIVER_REPORT_SUPPRESSION_H

#include "checks/lib/finding/Finding.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace aoti_tidy {

/// A name, or a glob, of our checks in a comment that silences findings:
/// 'aoti-debug-flag' of '// NOLINT(aoti-debug-flag, bugprone-*): it is a test'.
/// A name without 'aoti-' may be meant for others.
struct Suppression {
  Location Where; ///< of the name
  std::string Name;
  std::string Word; ///< "NOLINT", "noqa"
  bool HasReason = false;
  /// It has silenced a finding of this run.
  bool IsUsed = false;
  /// The lines it is for, for a run that must find out whether it is used; none
  /// if that is known.
  unsigned FirstLine = 0, LastLine = 0;
};

/// A comment's directive, as clang-tidy reads it: 'NOLINTBEGIN(a,b)'.
struct NolintDirective {
  llvm::StringRef Word;  ///< with BEGIN and the like
  llvm::StringRef Globs; ///< inside the brackets
  bool HasGlobs = false; ///< there are brackets
  llvm::StringRef Rest;  ///< of the text, behind it
};
/// Takes the next directive off the front of \p Text, with all that is before
/// it; false if there is none.
bool takeNolint(llvm::StringRef &Text, NolintDirective &Into);

/// The names of ours in a list as a directive has it, and the globs that may
/// mean ours, too; parts of \p List.
std::vector<llvm::StringRef> ownNames(llvm::StringRef List);

/// Whether a name is a glob for checks of others as well: '*', 'aoti*'.
inline bool isBroad(llvm::StringRef Name) { return !Name.starts_with("aoti-"); }

/// Whether people say why, behind the directive: ': the cache is warm'.
bool isReason(llvm::StringRef Rest);

/// The comments of a C++ file, with the lines that they are for.
std::vector<Suppression> cxxSuppressions(llvm::StringRef File,
                                         llvm::StringRef Text);

} // namespace aoti_tidy

#endif
