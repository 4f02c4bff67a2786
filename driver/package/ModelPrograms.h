// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_MODELPROGRAMS_H
#define AOTI_TIDY_DRIVER_PACKAGE_MODELPROGRAMS_H

#include "checks/lib/package/ExportedProgram.h"
#include "driver/base/PlainFiles.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {

struct GivenPrograms {
  std::string Path;
  std::vector<ExportedProgram> Programs;

  static llvm::Expected<GivenPrograms>
  read(llvm::StringRef Path, llvm::vfs::FileSystem &FS = *plainFiles(AnySize));
};

/// The exported program of a model, from --exported (fails if none fits), else
/// from the package; may be null.
llvm::Expected<const ExportedProgram *>
programOf(llvm::StringRef Model, llvm::ArrayRef<TensorContract> Inputs,
          llvm::StringRef Package, const GivenPrograms &Given,
          llvm::ArrayRef<ExportedProgram> Own);

/// Empty if it is no archive, or damaged.
std::vector<ExportedProgram> ownPrograms(llvm::StringRef Package);

/// forward()'s names of a model's inputs; empty if not known.
using InputNames = std::vector<std::string>;
InputNames inputNames(const ExportedProgram *Program);

/// "history (arg5_1)", or "arg5_1"
std::string inputName(const InputNames &Names, size_t Input,
                      llvm::StringRef Emitted);

} // namespace aoti_tidy

#endif
