// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_WRAPPER_EMITTEDSOURCES_H
#define AOTI_TIDY_CHECKS_WRAPPER_EMITTEDSOURCES_H

#include "checks/artifact/KernelModel.h"

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

/// Whether a file of that text is a wrapper, or the kernels of one.
bool isEmittedWrapper(llvm::StringRef Text);
bool isEmittedKernels(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
