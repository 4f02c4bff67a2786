// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_DEVICE_LOADERDEVICERULE_H
#define AOTI_TIDY_CHECKS_LOADER_DEVICE_LOADERDEVICERULE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti_tidy {

/// A loader that is told no index, beside a device that may have one.
struct LoaderDeviceFacts {
  llvm::StringRef Loader; ///< "AOTIModelPackageLoader", "aoti_load_package"
  /// What names the device: "device_", "config.gpu_id".
  llvm::StringRef Device;
  /// What tells the loader an index, "device_index"; empty if this torch's
  /// loader has no such parameter.
  llvm::StringRef Parameter;
  /// The same function gives the device to another model.
  bool IsGivenToOther = false;
  /// What makes a device the current one in the loader's language, if it is one
  /// function.
  llvm::StringRef Setter = "";
};

struct LoaderDeviceProblem {
  std::string Text;
  std::string AtDevice; ///< where the device is chosen
  std::string AtGiven;  ///< where another model gets it
  std::string AtOther;  ///< another loader of which the same is true
  std::string AtLoader; ///< what happens, and when it is right
};
LoaderDeviceProblem loaderDeviceProblem(const LoaderDeviceFacts &Facts);

/// Whether \p Name is that of the number of a GPU: "device_id_", "gpuIndex".
/// Not of how many there are.
bool namesGpuNumber(llvm::StringRef Name);

/// Whether \p Text names a camera or a microphone, which have numbers, too.
bool namesCapture(llvm::StringRef Text);

/// Whether \p Code, a function's text, makes a CUDA device the current one for
/// whatever is called later, or asks for the current one or for an index.
bool setsCurrentDevice(llvm::StringRef Code);
/// Whether \p Code has a guard, which does so for as long as it lives.
bool hasDeviceGuard(llvm::StringRef Code);

} // namespace aoti_tidy

#endif
