// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_PYTHON_LEGACYIMPORTS_H
#define AOTI_TIDY_CHECKS_PYTHON_LEGACYIMPORTS_H

#include "checks/python/PythonCheck.h"

namespace aoti_tidy::python {

/// The name by which 'torch' can be reached where a call is.
struct TorchName {
  std::string Name; ///< "torch"; empty if there is no telling
  /// The import that 'import torch' must go before, if it is not there yet.
  const Import *Before = nullptr;
};

TorchName torchNameAt(const Call &C, const File &F);

/// What becomes of the imports when the callees of \p Rewritten no longer need
/// them: 'import torch' comes in where it must, what is used no more goes.
std::vector<Edit> importEdits(llvm::ArrayRef<const Call *> Rewritten,
                              const File &F);

/// 'import torch' in front of the import \p Before.
Edit importOfTorch(const Import &Before);

} // namespace aoti_tidy::python

#endif
