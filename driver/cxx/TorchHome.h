// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_TORCHHOME_H
#define AOTI_TIDY_DRIVER_CXX_TORCHHOME_H

#include "checks/lib/torch/TorchVersion.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// Where torch's headers are on this machine, found without importing torch.
struct TorchHome {
  std::string Include; ///< absolute; holds torch/, ATen/ and c10/
  std::string Source;  ///< how it was found: "$VIRTUAL_ENV"
  std::optional<TorchVersion> Version;

  /// For -isystem: the headers and those of the C++ frontend (torch/torch.h).
  std::vector<std::string> includeDirs() const;
};

/// Looks at --torch-include, $VIRTUAL_ENV, $CONDA_PREFIX, the environments
/// '.venv' and 'venv' of \p Projects, the torch that python3 would import,
/// $Torch_DIR and $LIBTORCH, in this order. \p TorchInclude is the option's
/// value; if it is given, nothing else counts.
llvm::Expected<TorchHome> findTorch(llvm::StringRef TorchInclude,
                                    llvm::ArrayRef<std::string> Projects = {});

/// Where python3 would import torch from; empty: from nowhere. Nothing: it was not
/// asked. To ask takes longer than most lints, so who lints again keeps it.
std::optional<std::string> &torchOfPython();

/// Whether torch's headers are in this include directory.
bool isTorchInclude(llvm::StringRef Dir);

/// Include directories of CUDA's headers that can be found without a flag:
/// $CUDA_HOME, /usr/local/cuda, the nvidia wheels beside torch.
std::vector<std::string> findCudaIncludes(const TorchHome *Torch);

/// The include directory of the Python that \p Torch is installed for; empty if
/// it is not installed for one, or Python's headers are not there.
std::string findPythonInclude(const TorchHome &Torch);

} // namespace aoti_tidy

#endif
