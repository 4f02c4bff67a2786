// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_DEVICES_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_DEVICES_H

#include "checks/lib/script/File.h"
#include "checks/lib/tensor/TensorValue.h"
#include "checks/lib/torch/DeviceName.h"

namespace aoti_tidy::python {

/// A device that an expression spells out, right or wrong: "cuda:1", "gpu",
/// torch.device("cuda", rank).
struct SpelledDevice {
  std::string Text;             ///< "cuda:1"
  bool IsObject = false;        ///< torch.device(...)
  bool HasUnknownIndex = false; ///< which is not in Text

  std::optional<DeviceName> forModel() const {
    return DeviceName::parseForModel(Text);
  }
};

std::optional<SpelledDevice> spelledDevice(Node Expr, const File &F);

/// The device that \p Expr names, on a machine with a GPU if it asks whether there
/// is one; nothing for what torch does not take for a device.
std::optional<DeviceValue> deviceOf(Node Expr, const File &F);

/// Whether \p Expr asks for a GPU to name a device.
bool dependsOnGpu(Node Expr, const File &F);

} // namespace aoti_tidy::python

#endif
