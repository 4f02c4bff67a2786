// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that torch has renamed, deprecated or removed; see DeprecatedApi.def.
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_DEPRECATEDAPI_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_DEPRECATEDAPI_H

#include "checks/lib/torch/VersionTable.h"

namespace aoti_tidy {

struct DeprecatedFunction {
  llvm::StringRef Name; ///< dotted, if it is Python's
  llvm::StringRef Replacement;
  TorchVersion Since;
  llvm::StringRef Why;

  /// "aoti_load_package" of "torch._inductor.aoti_load_package".
  llvm::StringRef replacementName() const {
    return Replacement.rsplit('.').second;
  }
};
NamedRows<DeprecatedFunction> deprecatedCFunctions();
NamedRows<DeprecatedFunction> deprecatedPythonFunctions();

struct MovedHeader {
  llvm::StringRef Name;
  llvm::StringRef Replacement;
  TorchVersion Since;
};
NamedRows<MovedHeader> movedHeaders();

struct MovedPythonName {
  llvm::StringRef Module;
  llvm::StringRef Name; ///< empty: all of the module
  TorchVersion Since;
  llvm::StringRef Replacement; ///< a module
};
NamedRows<MovedPythonName> movedPythonNames();

struct GoneConfig {
  llvm::StringRef Name;
  TorchVersion Since;
  llvm::StringRef Replacement; ///< empty if there is none
  /// Empty if it cannot be told.
  llvm::StringRef ForTrue, ForFalse;
};
NamedRows<GoneConfig> goneConfigs();

struct PerDeviceShim {
  llvm::StringRef Name;
  llvm::StringRef Replacement;
  llvm::StringRef Devices;
};
NamedRows<PerDeviceShim> perDeviceShims();

} // namespace aoti_tidy

#endif
