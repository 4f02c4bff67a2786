// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDSOURCES_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDSOURCES_H

#include "checks/lib/kernels/cxx/KernelFile.h"

namespace aoti_tidy {

/// What the wrapper in \p Wrapper and the kernels in \p Kernels do; without the
/// latter, the kernels are looked for in the wrapper. File 0 of the model is the
/// wrapper, file 1 the kernels; one that is not whole is in the model's Cut.
EmittedModel readEmittedModel(EmittedModel::File Wrapper,
                              std::optional<EmittedModel::File> Kernels,
                              const KernelReading &How = {});

/// The models of a package, a .pt2 or an unpacked one.
struct EmittedPackage {
  /// Those that have their source. Files are named by their paths in the
  /// package.
  std::vector<EmittedModel> Models;
  struct Unread {
    std::string Model, Why;
  };
  std::vector<Unread> Others;
};
llvm::Expected<EmittedPackage> readEmittedModels(llvm::StringRef Path,
                                                 llvm::vfs::FileSystem &FS,
                                                 const KernelReading &How = {});

/// The files of a model on disk, and which of them was asked for.
struct EmittedFiles {
  EmittedModel::File Wrapper;
  std::optional<EmittedModel::File> Kernels;
  unsigned Asked = 0; ///< 0: the wrapper, 1: the kernels
};

/// The files of the model of which \p Opened, named by its path, is the wrapper
/// or the kernels. The other lies beside it: torch writes <hash>.wrapper.cpp and
/// <hash>.kernel.cpp, with different hashes, into one folder for each model.
/// Nothing for another file, and for kernels whose wrapper is not there or could
/// be several.
std::optional<EmittedFiles> findEmittedFiles(EmittedModel::File Opened,
                                             llvm::vfs::FileSystem &FS);

/// A model, and which of its files is the one that was asked for.
struct EmittedFile {
  EmittedModel Model;
  unsigned File = 0; ///< into Model.Files
};

/// The model of which \p Opened is a file, if its files can be found. A wrapper
/// alone is read as it is.
std::optional<EmittedFile> readEmittedFile(EmittedModel::File Opened,
                                           llvm::vfs::FileSystem &FS);

/// Why no part of a text is read, a clause: "it is not UTF-8". Such a file is in
/// the model's Cut.
std::optional<std::string> whyNotRead(llvm::StringRef Text);

enum class EmittedRole { None, Wrapper, Kernels };

/// What the file at \p Path with \p Text is, as far as torch wrote it: by its
/// text, of which the beginning is enough; by its name, if that is one that
/// torch makes up; and without any code, by the other part beside it.
EmittedRole emittedRole(llvm::StringRef Path, llvm::StringRef Text,
                        llvm::vfs::FileSystem &FS);

} // namespace aoti_tidy

#endif
