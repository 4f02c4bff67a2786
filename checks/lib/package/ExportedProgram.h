// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_EXPORTEDPROGRAM_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_EXPORTEDPROGRAM_H

#include "checks/lib/package/Contract.h"

namespace aoti_tidy {

class Archive;

/// What an exported program allows its inputs to be: before Inductor, which may
/// compile less.
struct ExportedProgram {
  struct Input {
    std::string Name; ///< the argument of the model: "x"
    /// Outer dimension first; nothing for a size that is computed from symbols,
    /// as 2*b is.
    std::vector<std::optional<Dimension>> Dims;
  };

  std::string Model; ///< what the archive names it; nearly always "model"
  /// The tensors that run() gets, in order.
  std::vector<Input> Inputs;

  /// Null if it is not known.
  const Dimension *dimension(unsigned Input, unsigned Dim) const;
};

/// The programs in an archive of torch.export.save or package_pt2, from torch
/// 2.5 on. None if it holds none. Errors are one sentence with \p Path in it.
llvm::Expected<std::vector<ExportedProgram>>
readExportedPrograms(Archive &From, llvm::StringRef Path);

/// The same for a file; it is an error if there is none in it.
llvm::Expected<std::vector<ExportedProgram>>
readExportedPrograms(llvm::StringRef Path, llvm::vfs::FileSystem &FS);

/// Why a model with \p Inputs was not made of \p Program, as far as the numbers
/// of inputs, their ranks and constant sizes tell: "it has 2 inputs, the model
/// 1". Empty if it can be.
std::string mismatch(const ExportedProgram &Program,
                     llvm::ArrayRef<TensorContract> Inputs);

} // namespace aoti_tidy

#endif
