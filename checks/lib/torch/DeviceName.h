// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_DEVICENAME_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_DEVICENAME_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace aoti_tidy {

/// "cpu", "cuda:1": the device strings AOTI accepts, (cpu|cuda|xpu|mps)(:N)?.
struct DeviceName {
  llvm::StringRef Type;
  std::optional<unsigned> Index;

  static std::optional<DeviceName> parse(llvm::StringRef Text);
};

/// "cuda:1"; a CPU has no index, and the package loader throws on one.
inline bool namesIndex(const DeviceName &Device) {
  return Device.Index && Device.Type != "cpu";
}

} // namespace aoti_tidy

#endif
