// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDSOURCES_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_EMITTEDSOURCES_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// Reads a wrapper and its kernels, which without \p Kernels are in the
/// wrapper. They are files 0 and 1 of the model; one that is not whole is in
/// its Cut.
EmittedModel readEmittedModel(EmittedModel::File Wrapper,
                              std::optional<EmittedModel::File> Kernels);

struct EmittedPackage {
  /// Those with a source; files are named by their paths in the package.
  std::vector<EmittedModel> Models;
  struct Unread {
    std::string Model, Why;
  };
  std::vector<Unread> Others;
  std::optional<std::string> Problem; ///< metadataProblem()
};
llvm::Expected<EmittedPackage> readEmittedModels(llvm::StringRef Path,
                                                 llvm::vfs::FileSystem &FS);

struct EmittedFiles {
  EmittedModel::File Wrapper;
  std::optional<EmittedModel::File> Kernels;
  unsigned Asked = 0; ///< 0: the wrapper, 1: the kernels
};

/// The files of the model of which \p Opened is the wrapper or the kernels. The
/// other lies beside it: torch writes <hash>.wrapper.cpp and <hash>.kernel.cpp,
/// with different hashes, into one folder per model. Nothing for another file,
/// or for kernels whose wrapper is missing or could be several.
std::optional<EmittedFiles> findEmittedFiles(EmittedModel::File Opened,
                                             llvm::vfs::FileSystem &FS);

struct EmittedFile {
  EmittedModel Model;
  unsigned File = 0; ///< into Model.Files
};

/// The model that \p Opened is a file of; a wrapper alone is read as it is.
std::optional<EmittedFile> readEmittedFile(EmittedModel::File Opened,
                                           llvm::vfs::FileSystem &FS);

/// Why a text is not read at all: "it is not UTF-8". The file is in the model's
/// Cut.
std::optional<std::string> whyNotRead(llvm::StringRef Text);

enum class EmittedRole { None, Wrapper, Kernels };

/// The role of a file that torch wrote: by the beginning of its text, by a name
/// that torch makes up, or, without any code, by the other part beside it.
EmittedRole emittedRole(llvm::StringRef Path, llvm::StringRef Text,
                        llvm::vfs::FileSystem &FS);

} // namespace aoti_tidy

#endif
