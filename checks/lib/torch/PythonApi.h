// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_PYTHONAPI_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_PYTHONAPI_H

#include "checks/lib/torch/TorchVersion.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// A parameter of one of torch's Python functions; see PythonApi.def.
struct PythonParameter {
  llvm::StringRef Function;
  llvm::StringRef Name;
  int Position; ///< from 0; -1 if it can only be given by its name
  TorchVersion First;
  /// The last version that has it; nothing if the newest still does.
  std::optional<TorchVersion> Last;

  bool existsIn(TorchVersion V) const {
    return V >= First && (!Last || V <= *Last);
  }
};

/// The function's name in PythonApi.def of what others call \p Name, too:
/// "torch._inductor.package.package.load_package". Empty if it is none of them.
llvm::StringRef canonicalFunction(llvm::StringRef Name);

/// The parameters of that function in any version.
llvm::SmallVector<const PythonParameter *, 8>
parametersOf(llvm::StringRef Function);

} // namespace aoti_tidy

#endif
