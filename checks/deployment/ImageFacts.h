// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPLOYMENT_IMAGEFACTS_H
#define AOTI_TIDY_CHECKS_DEPLOYMENT_IMAGEFACTS_H

#include "checks/deployment/Dockerfile.h"
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

/// A Dockerfile, and the folder that its paths count from.
struct ImageFile {
  std::string Path, Context;
  std::vector<Stage> Stages;
};

/// The torch of Python in the stage; nothing if that is not certain.
std::optional<NamedTorch> torchOf(const ImageFile &In, const Stage &S,
                                  const ProjectFiles &Files);

/// The image that the stage is made from, if that has no C++ compiler and nothing
/// can have put one into it.
std::optional<std::string> baseWithoutCompiler(const ImageFile &In,
                                               const Stage &S);

/// Where \p S sets PYTHONOPTIMIZE for all that it starts; null if it does not.
const Instruction *optimizedBy(const ImageFile &In, const Stage &S);

/// Whether \p Program, as a stage starts it, is the project's file \p Script.
bool isProgram(llvm::StringRef Program, llvm::StringRef Script,
               const ImageFile &In, const Stage &S, const ProjectFiles &Files);

/// Whether \p S copies a package from the stage \p From.
bool copiesPackage(const ImageFile &In, const Stage &S, const Stage &From);

} // namespace aoti_tidy

#endif
