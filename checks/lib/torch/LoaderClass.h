// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_LOADERCLASS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_LOADERCLASS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// The classes of torch::inductor that load compiled models.
enum class LoaderClass {
  PackageLoader, ///< AOTIModelPackageLoader: reads a .pt2, picks the device
  RunnerCpu,     ///< AOTIModelContainerRunnerCpu: dlopens a raw .so
  RunnerCuda,
  RunnerXpu,
  RunnerMps,
};

inline bool isRawRunner(LoaderClass C) {
  return C != LoaderClass::PackageLoader;
}

/// The device type of a raw runner; empty for the package loader, which takes
/// it from the package.
llvm::StringRef deviceTypeOf(LoaderClass C);

/// "AOTIModelContainerRunnerCuda"
std::string runnerClassFor(llvm::StringRef DeviceType);

/// \p Name has no namespace.
std::optional<LoaderClass> loaderClassNamed(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
