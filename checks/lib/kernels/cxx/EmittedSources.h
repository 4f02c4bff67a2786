// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDSOURCES_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDSOURCES_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// What the wrapper in \p Wrapper and the kernels in \p Kernels do; without the
/// latter, the kernels are looked for in the wrapper. Nothing if the one is no
/// wrapper. File 0 of the model is the wrapper, file 1 the kernels.
std::optional<EmittedModel>
readEmittedModel(EmittedModel::File Wrapper,
                 std::optional<EmittedModel::File> Kernels);

/// The models of a package, a .pt2 or an unpacked one, that have their source.
/// Files are named by their paths in the package.
llvm::Expected<std::vector<EmittedModel>>
readEmittedModels(llvm::StringRef Path, llvm::vfs::FileSystem &FS);

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
/// the model by its name and text alone.
std::optional<std::string> whyNotRead(llvm::StringRef Text);

/// Whether a file of that text is a wrapper, or the kernels of one.
bool isEmittedWrapper(llvm::StringRef Text);
bool isEmittedKernels(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
