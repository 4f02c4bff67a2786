// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_MODELPROGRAMS_H
#define AOTI_TIDY_DRIVER_PACKAGE_MODELPROGRAMS_H

#include "checks/lib/package/ExportedProgram.h"
#include "driver/base/PlainFiles.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {

/// What --exported names, and its path; none without the option.
struct GivenPrograms {
  std::string Path;
  std::vector<ExportedProgram> Programs;

  static llvm::Expected<GivenPrograms>
  read(llvm::StringRef Path, llvm::vfs::FileSystem &FS = *plainFiles(AnySize));
};

/// The exported program of a model: among those of --exported, where it is an
/// error if none fits, else among the package's \p Own. Null if there is none.
llvm::Expected<const ExportedProgram *>
programOf(llvm::StringRef Model, llvm::ArrayRef<TensorContract> Inputs,
          llvm::StringRef Package, const GivenPrograms &Given,
          llvm::ArrayRef<ExportedProgram> Own);

/// The programs in a package; none if it is no archive, or they are damaged:
/// for what is only nice to know.
std::vector<ExportedProgram> ownPrograms(llvm::StringRef Package);

/// What forward() calls the inputs of a model, in their order; empty if that is
/// not known.
using InputNames = std::vector<std::string>;
InputNames inputNames(const ExportedProgram *Program);

/// "history (arg5_1)", or "arg5_1" if that is all that is known.
std::string inputName(const InputNames &Names, size_t Input,
                      llvm::StringRef Emitted);

} // namespace aoti_tidy

#endif
