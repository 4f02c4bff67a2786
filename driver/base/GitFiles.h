// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_GITFILES_H
#define AOTI_TIDY_DRIVER_BASE_GITFILES_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace aoti_tidy {

/// The files in a folder that git does not ignore, tracked ones and new ones.
class GitFiles {
public:
  /// Nothing without a repository or git, or if the whole folder is ignored. Fails if
  /// git does.
  static llvm::Expected<std::optional<GitFiles>> in(llvm::StringRef Folder);

  bool hasFile(llvm::StringRef Path) const { return Files.contains(Path); }
  /// Whether some file is in it.
  bool hasFolder(llvm::StringRef Path) const { return Folders.contains(Path); }
  /// Whether some file in it is tracked.
  bool tracksFolder(llvm::StringRef Path) const {
    return Tracked.contains(Path);
  }

private:
  llvm::StringSet<> Files, Folders, Tracked; ///< absolute
};

} // namespace aoti_tidy

#endif
