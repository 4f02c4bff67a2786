// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-device/LoaderDeviceRule.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {

LoaderDeviceProblem loaderDeviceProblem(const LoaderDeviceFacts &Facts) {
  const std::string Cure =
      Facts.Parameter.empty()
          ? fmt::format("make it the current one{} before",
                        Facts.Setter.empty() ? ""
                                             : " with " + Facts.Setter.str())
          : fmt::format("pass its index as {}", Facts.Parameter.str());
  LoaderDeviceProblem Result;
  Result.Text = fmt::format("'{}' loads on the current GPU, {} '{}'; {}",
                            Facts.Loader.str(),
                            Facts.IsGivenToOther ? "the model beside it on"
                                                 : "which need not be that of",
                            Facts.Device.str(), Cure);
  Result.AtDevice = "the device, which may have any index";
  Result.AtGiven = "this model gets the device";
  Result.AtOther = "so does this one";
  Result.AtLoader = "unless the index is that of the current device, the "
                    "model's kernels read the memory of another GPU than their "
                    "own, and fail with an illegal memory access";
  return Result;
}

bool namesGpuNumber(StringRef Name) {
  std::string Plain = Name.lower();
  llvm::erase(Plain, '_');
  StringRef Rest = Plain;
  Rest.consume_front("m");
  constexpr StringRef Whats[] = {"cuda", "hip", "gpu", "device"};
  bool HasWhat = false;
  // "cuda_device_id"
  while (
      llvm::any_of(Whats, [&](StringRef W) { return Rest.consume_front(W); }))
    HasWhat = true;
  constexpr StringRef Numbers[] = {"", "id", "idx", "index", "ordinal", "no"};
  return HasWhat && llvm::is_contained(Numbers, Rest);
}

bool namesCapture(StringRef Text) {
  constexpr StringRef Names[] = {"VideoCapture", "AudioDevice", "AudioStream",
                                 "PyAudio", "sounddevice"};
  return llvm::any_of(Names, [&](StringRef W) { return Text.contains(W); });
}

/// Whether \p Code calls a function whose name ends in \p Name, but for
/// methods: 'config.set_device(text)' may be anything.
static bool callsNamed(StringRef Code, StringRef Name) {
  for (size_t At = Code.find(Name); At != StringRef::npos;
       At = Code.find(Name, At + 1)) {
    StringRef Before = Code.take_front(At);
    Before = Before.rtrim("_abcdefghijklmnopqrstuvwxyz"
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (!Before.ends_with(".") && !Before.ends_with("->"))
      return true;
  }
  return false;
}

bool setsCurrentDevice(StringRef Code) {
  constexpr StringRef Words[] = {"cuCtxSetCurrent",
                                 "cuCtxPushCurrent",
                                 "xchangeDevice",
                                 "MaybeSetDevice",
                                 "current_device",
                                 "currentDevice",
                                 "getDeviceIndex(",
                                 "cudaGetDevice(",
                                 "hipGetDevice(",
                                 "setDeviceIndex",
                                 "set_index(",
                                 "has_index(",
                                 "AOTI_DEVICE_KEY",
                                 "cuda.set_device(",
                                 "cuda.device(",
                                 "device_of(",
                                 "VISIBLE_DEVICES",
                                 "set_device_index(",
                                 "accelerator.device_index("};
  constexpr StringRef Functions[] = {"SetDevice(", "setDevice(", "set_device("};
  return llvm::any_of(Words, [&](StringRef W) { return Code.contains(W); }) ||
         llvm::any_of(Functions,
                      [&](StringRef F) { return callsNamed(Code, F); });
}

bool hasDeviceGuard(StringRef Code) {
  constexpr StringRef Words[] = {"setCurrentCUDAStream",
                                 "setCurrentStream",
                                 "CUDAGuard",
                                 "CudaGuard",
                                 "DeviceGuard",
                                 "StreamGuard",
                                 "HIPGuard",
                                 "XPUGuard",
                                 "GPUGuard",
                                 "GpuGuard",
                                 "device_guard",
                                 "ScopedDevice",
                                 "DeviceScope",
                                 "DeviceSwitch",
                                 "ScopedSetDevice"};
  return llvm::any_of(Words, [&](StringRef W) { return Code.contains(W); });
}

} // namespace aoti_tidy
