// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_DEVICENAME_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_DEVICENAME_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/torch/TorchVersion.h"

namespace aoti_tidy {

/// A device in text: "cpu", "cuda:1". Torch has two readers, which disagree on
/// "cuda:01".
struct DeviceName {
  llvm::StringRef Type;
  std::optional<unsigned> Index;

  /// As torch.device and c10::Device read it; nothing where they throw. Any
  /// name in small letters may be a type: backends name themselves.
  static std::optional<DeviceName> parse(llvm::StringRef Text);

  /// As a compiled model reads a runner's device_str:
  /// (cpu|cuda|xpu|mps)(:[0-9]+)?
  static std::optional<DeviceName> parseForModel(llvm::StringRef Text);
};

/// Whether AOTInductor compiles for devices of that type.
bool isModelDevice(llvm::StringRef Type);

/// Whether tensors have a method of that name, x.cuda(): no language has one
/// for "mps", and C++ none for "xpu".
bool hasTensorMethod(llvm::StringRef Type, Language Lang);

bool isDeviceOfAotLoad(llvm::StringRef Text, TorchVersion V);

/// A CPU has no index; the package loader throws on one.
inline bool namesIndex(const DeviceName &Device) {
  return Device.Index && Device.Type != "cpu";
}

} // namespace aoti_tidy

#endif
