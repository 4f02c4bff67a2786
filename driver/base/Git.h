// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_GIT_H
#define AOTI_TIDY_DRIVER_BASE_GIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// Reads a repository with the git program; nothing else starts it. A stranger's
/// configuration can name programs, servers, and files that never end. So git gets a
/// folder of our own that links to the repository's files (objects, index, branches,
/// exclusions) and has only those settings that say what the files are.
class GitRepository {
public:
  /// The repository of the nearest '.git' above \p Folder, a real path; nothing if
  /// there is none.
  static llvm::Expected<std::optional<GitRepository>>
  of(llvm::StringRef Folder);
  /// The one of the working directory, or what GIT_DIR and GIT_WORK_TREE name.
  static llvm::Expected<std::optional<GitRepository>> ofWorkingDirectory();

  /// From here on, git compares files as they are on the disk.
  llvm::Error turnFiltersOff();

  /// The top of the work tree, a real path.
  llvm::StringRef root() const { return Root; }

  /// The output of git, or its complaint in one line.
  llvm::Expected<std::string> git(llvm::ArrayRef<llvm::StringRef> Arguments,
                                  llvm::StringRef Input = "") const {
    return gitIn(Root, Arguments, Input);
  }
  /// The same in a folder of the work tree.
  llvm::Expected<std::string> gitIn(llvm::StringRef Folder,
                                    llvm::ArrayRef<llvm::StringRef> Arguments,
                                    llvm::StringRef Input = "") const;

private:
  static llvm::Expected<std::optional<GitRepository>>
  open(std::string GitDir, llvm::StringRef Root);
  llvm::Error readConfiguration();

  std::string Root, GitDir;
  std::string CommonDir; ///< of a linked work tree, the main one's
  std::string Head, Configuration;
};

} // namespace aoti_tidy

#endif
