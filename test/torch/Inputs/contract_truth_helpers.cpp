// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contract_truth_helpers.h"

at::Tensor helpers::square() { return torch::rand({8, 64}); }
at::Tensor helpers::wide() { return torch::rand({8, 128}); }
void helpers::decode(at::Tensor Out) { Out.resize_({8, 64}).zero_(); }
