// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_OWNEDDEVICE_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_OWNEDDEVICE_H

#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/tensor/TensorValue.h"
#include <optional>

namespace aoti_tidy {

/// A member that holds a device, and where tensors are put on it.
struct OwnedDevice {
  TensorValues OnIt; ///< a tensor on that device
  const clang::Expr *Set = nullptr;
  const clang::Expr *Move = nullptr;
};

/// The CUDA device with an index that the class which makes \p C in one of its
/// methods keeps, and puts tensors on: 'device_ = torch::Device(torch::kCUDA,
/// rank)', 'x.to(device_)'. What a model gave is not counted.
std::optional<OwnedDevice> deviceKeptBeside(const Construction &C,
                                            clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
