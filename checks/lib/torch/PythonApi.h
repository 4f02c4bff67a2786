// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_PYTHONAPI_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_PYTHONAPI_H

#include "checks/lib/torch/VersionTable.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

struct PythonParameter : VersionedRow {
  llvm::StringRef Function;
  int Position; ///< from 0; -1 if it can only be given by its name
};

/// The name in PythonApi.def for \p Name or an alias of it,
/// "torch._inductor.package.package.load_package"; else empty.
llvm::StringRef canonicalFunction(llvm::StringRef Name);

llvm::SmallVector<const PythonParameter *, 8>
parametersOf(llvm::StringRef Function);

/// The name that was meant by one that no torch has,
/// "torch._inductor.aoti_load"; empty for other names.
llvm::StringRef meantFunction(llvm::StringRef Name);

/// The keys of torch._inductor.config (InductorConfig.def).
NamedRows<VersionedRow> configKeys();

/// The key closest to the unknown \p Name: one or two letters differ, or the
/// part before the dot is missing.
const VersionedRow *similarConfigKey(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
