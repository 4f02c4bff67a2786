// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPLOYMENT_PROJECTPINS_H
#define AOTI_TIDY_CHECKS_DEPLOYMENT_PROJECTPINS_H

#include "checks/lib/torch/TorchPins.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <vector>

namespace aoti_tidy {

/// The files of a project, as far as a check reads them.
class ProjectFiles {
public:
  explicit ProjectFiles(llvm::vfs::FileSystem &Disk) : Disk(Disk) {}

  /// The entries of \p Folder, in order; none if it has very many.
  std::vector<std::string> entriesOf(llvm::StringRef Folder) const;
  /// Empty if it cannot be read, or is no text that somebody has written.
  std::string textOf(llvm::StringRef File) const;
  bool exists(const llvm::Twine &Path) const { return Disk.exists(Path); }
  bool isFolder(llvm::StringRef Path) const;
  std::optional<NamedTorch> pinIn(const std::string &File) const {
    return torchPinIn(File, textOf(File));
  }

private:
  llvm::vfs::FileSystem &Disk;
};

/// The torch that \p Script, of a project without images, gets: what
/// requirements-<script>.txt beside it pins, or the one pin of its folder.
std::optional<NamedTorch> pinFor(llvm::StringRef Script,
                                 const ProjectFiles &Files);

/// The one release that \p Text downloads libtorch of.
std::optional<NamedTorch> libtorchIn(llvm::StringRef Text,
                                     llvm::StringRef File);

} // namespace aoti_tidy

#endif
