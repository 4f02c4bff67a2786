// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What contract_truth_shapes.cpp calls in another file.
#include <torch/types.h>

namespace helpers {
at::Tensor square();
at::Tensor wide();
/// Gives it a shape.
void decode(at::Tensor Out);
} // namespace helpers
