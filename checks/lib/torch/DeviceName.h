// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_DEVICENAME_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_DEVICENAME_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/torch/TorchVersion.h"

namespace aoti_tidy {

/// A device as text names it: "cpu", "cuda:1". Torch has two readers of such
/// text, which disagree on "cuda:01".
struct DeviceName {
  llvm::StringRef Type;
  std::optional<unsigned> Index;

  /// As torch.device and c10::Device read it. Nothing where they throw, but any
  /// name in small letters may be the type: backends give themselves one.
  static std::optional<DeviceName> parse(llvm::StringRef Text);

  /// As a compiled model reads it, from a runner's device_str:
  /// (cpu|cuda|xpu|mps)(:[0-9]+)?
  static std::optional<DeviceName> parseForModel(llvm::StringRef Text);
};

/// Whether AOTInductor compiles for devices of that type.
bool isModelDevice(llvm::StringRef Type);

/// Whether a tensor has a method that moves it to a device of that type and has
/// its name: x.cuda(). No language has one for "mps", and C++ none for "xpu".
bool hasTensorMethod(llvm::StringRef Type, Language Lang);

/// Whether torch._export.aot_load of \p V takes the device.
bool isDeviceOfAotLoad(llvm::StringRef Text, TorchVersion V);

/// "cuda:1"; a CPU has no index, and the package loader throws on one.
inline bool namesIndex(const DeviceName &Device) {
  return Device.Index && Device.Type != "cpu";
}

} // namespace aoti_tidy

#endif
