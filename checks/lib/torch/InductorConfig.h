// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_INDUCTORCONFIG_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_INDUCTORCONFIG_H

#include "checks/lib/torch/TorchVersion.h"

namespace aoti_tidy {

/// A key of torch._inductor.config; see InductorConfig.def.
struct ConfigKey {
  llvm::StringRef Name; ///< "aot_inductor.debug_compile"
  TorchVersion First;
  /// The last version that has it; nothing if the newest still does.
  std::optional<TorchVersion> Last;
};

/// The key of that name that some torch has, or null.
const ConfigKey *findConfigKey(llvm::StringRef Name);

/// The key that was meant by \p Name, which is none: one or two letters differ,
/// or what stands before the dot is missing.
const ConfigKey *similarConfigKey(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
