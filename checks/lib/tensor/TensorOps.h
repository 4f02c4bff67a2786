// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TENSOR_TENSOROPS_H
#define AOTI_TIDY_CHECKS_LIB_TENSOR_TENSOROPS_H

#include "checks/lib/tensor/OperatorCall.h"

namespace aoti_tidy {

/// The result; nothing is known of it for an operator that is not modelled.
TensorValue evaluate(const OperatorCall &Call);
/// The \p Count results of max(dim), topk ..., without shapes.
std::vector<TensorValue> evaluateAll(const OperatorCall &Call, unsigned Count);

/// Whether the in-place operator keeps device, type, sizes and strides: "add_".
bool keepsMetadata(llvm::StringRef InPlaceOperator);

/// Nothing for a text that torch does not take for a device.
std::optional<DeviceValue> parseDevice(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
