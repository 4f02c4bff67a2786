// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_PYTHONAPI_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_PYTHONAPI_H

#include "checks/lib/torch/VersionTable.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// A parameter of one of torch's Python functions; see PythonApi.def.
struct PythonParameter : VersionedRow {
  llvm::StringRef Function;
  int Position; ///< from 0; -1 if it can only be given by its name
};

/// The function's name in PythonApi.def of what others call \p Name, too:
/// "torch._inductor.package.package.load_package". Empty if it is none of them.
llvm::StringRef canonicalFunction(llvm::StringRef Name);

/// The parameters of that function in any version.
llvm::SmallVector<const PythonParameter *, 8>
parametersOf(llvm::StringRef Function);

/// The name of torch's that was meant by \p Name, which no torch has:
/// "torch._inductor.aoti_load". Empty for other names.
llvm::StringRef meantFunction(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
