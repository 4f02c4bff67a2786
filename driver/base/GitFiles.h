// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_GITFILES_H
#define AOTI_TIDY_DRIVER_BASE_GITFILES_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace aoti_tidy {

/// What git does not ignore in a folder: files that it tracks, and new ones.
class GitFiles {
public:
  /// Nothing if the folder is in no repository, or is ignored as a whole, or if
  /// there is no git. Fails if git cannot tell.
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
