// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CHANGEDLINES_H
#define AOTI_TIDY_DRIVER_CHANGEDLINES_H

#include "driver/report/Finding.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace aoti_tidy {

/// The lines of a repository's files that differ from a revision: committed
/// since, staged or not. All of a file that git does not track.
class ChangedLines {
public:
  /// Asks git, in the repository that the working directory is in. Where the
  /// revision has gone on since the branch left it, what counts is what the
  /// branch did.
  static llvm::Expected<ChangedLines> since(llvm::StringRef Revision);

  /// Reads the form of 'git diff -U0': the ranges of new lines.
  void addDiff(llvm::StringRef Diff);
  /// All of a file, by its path in the repository.
  void addWhole(llvm::StringRef Path);

  /// Whether one of the lines has the finding, or a note of it. What is outside
  /// of the repository counts as changed.
  bool touch(const Finding &F) const;

  void setRoot(std::string Path) { Root = std::move(Path); }

private:
  using Range = std::pair<unsigned, unsigned>; ///< both inclusive
  bool touch(const Location &Where, unsigned EndLine) const;

  std::string Root;
  llvm::StringMap<std::vector<Range>> Lines; ///< by path in the repository
};

} // namespace aoti_tidy

#endif
