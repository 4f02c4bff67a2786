// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_CHANGEDLINES_H
#define AOTI_TIDY_DRIVER_BASE_CHANGEDLINES_H

#include "driver/base/Finding.h"
#include "driver/base/Git.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

namespace aoti_tidy {

/// The lines of a repository's files that differ from a revision. A file has changed
/// throughout if git does not track it here, sees it through a filter, or was told
/// not to look at it.
class ChangedLines {
public:
  /// Asks git in the working directory's repository. Where the revision has gone on
  /// since the branch left it, only the branch's changes count.
  static llvm::Expected<ChangedLines> since(llvm::StringRef Revision);

  /// Reads the form of 'git diff -U0': the ranges of new lines.
  void addDiff(llvm::StringRef Diff);
  /// All of a file, by its path in the repository.
  void addWhole(llvm::StringRef Path);
  /// All of a file that need not be as it is on the disk, by its path there.
  void setChanged(llvm::StringRef File);
  /// A file, by its path in the repository, whose other lines are as they were.
  void addTracked(llvm::StringRef Path) { Tracked.insert(Path); }

  /// Whether one of the lines has the finding or a note of it. A file outside of the
  /// repository counts as changed.
  bool touch(const Finding &F);

  void setRoot(std::string Path) { Root = std::move(Path); }

private:
  using Range = std::pair<unsigned, unsigned>; ///< both inclusive
  /// The state of one file of a finding.
  struct FileChange {
    bool IsOutside = false, IsTracked = false;
    std::vector<Range> Lines;
  };

  llvm::Error addFilteredAndHidden(const GitRepository &Repository,
                                   llvm::StringRef From);
  const FileChange &changeOf(llvm::StringRef File);
  FileChange readChange(llvm::StringRef File) const;
  static bool touch(const FileChange &Change, const Location &Where,
                    unsigned EndLine);

  std::string Root;                          ///< a real path
  llvm::StringMap<std::vector<Range>> Lines; ///< by path in the repository
  llvm::StringSet<> Tracked;
  llvm::StringMap<FileChange> Known; ///< by the paths of findings
};

} // namespace aoti_tidy

#endif
