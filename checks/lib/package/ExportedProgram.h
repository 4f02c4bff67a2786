// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_EXPORTEDPROGRAM_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_EXPORTEDPROGRAM_H

#include "checks/lib/package/Contract.h"

namespace aoti_tidy {

class Archive;

/// The inputs that an exported program allows; Inductor may compile less.
struct ExportedProgram {
  struct Input {
    std::string Name; ///< the argument of the model: "x"
    /// Outer dimension first; nothing for a computed size, 2*b.
    std::vector<std::optional<Dimension>> Dims;
  };

  std::string Model; ///< what the archive names it; nearly always "model"
  std::vector<Input> Inputs;
  /// Arguments that are dynamic numbers, which no package takes: "n".
  std::vector<std::string> Numbers;

  const Dimension *dimension(unsigned Input, unsigned Dim) const;
};

/// The programs in an archive of torch.export.save or package_pt2, torch 2.5
/// and newer. Errors are one sentence with \p Path in it.
llvm::Expected<std::vector<ExportedProgram>>
readExportedPrograms(Archive &From, llvm::StringRef Path);

llvm::Expected<std::vector<ExportedProgram>>
readExportedPrograms(llvm::StringRef Path, llvm::vfs::FileSystem &FS);

/// Why a model with \p Inputs was not made of \p Program, by ranks and constant
/// sizes: "it has 2 inputs, the model 1". Empty if it can be.
std::string mismatch(const ExportedProgram &Program,
                     llvm::ArrayRef<TensorContract> Inputs);

} // namespace aoti_tidy

#endif
