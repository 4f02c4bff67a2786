// The number of inputs, of a list whose end may be missing, is what the model takes
// if it can be.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8]' --input 'float32[8]' %t/two.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-input-contract %t/host --front=plugin %}
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;

// Hits.

void first(bool HasMask) {
  Loader L("two.pt2");
  std::vector<at::Tensor> In = {at::zeros({8}, at::kLong)};
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: input 0 is 'int64', but 'two.pt2' takes 'float32' [aoti-input-contract]
  if (HasMask)
    In.push_back(at::zeros({8}));
  L.run(In);
}

void optional(bool HasMask) {
  Loader L("two.pt2");
  std::vector<at::Tensor> In = {at::zeros({8})};
  if (HasMask)
    In.push_back(at::zeros({4}));
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 1 has shape [4], but 'two.pt2' takes [8]: dimension 0 is the constant 8, not 4 [aoti-input-contract]
  L.run(In);
}

// Near misses.

void third(bool HasMask) {
  Loader L("two.pt2");
  std::vector<at::Tensor> In = {at::zeros({8}), at::zeros({8})};
  if (HasMask)
    In.push_back(at::zeros({4}, at::kLong));
  L.run(In);
}

// Throws, which is not said yet.
void neitherNumber(bool HasMask) {
  Loader L("two.pt2");
  std::vector<at::Tensor> In = {at::zeros({8}), at::zeros({8}), at::zeros({4})};
  if (HasMask)
    In.push_back(at::zeros({4}));
  L.run(In);
}

// Which of them is there is not known.
void oneOfTwo(bool HasMask, bool HasBias) {
  Loader L("two.pt2");
  std::vector<at::Tensor> In = {at::zeros({8})};
  if (HasMask)
    In.push_back(at::zeros({4}));
  if (HasBias)
    In.push_back(at::zeros({8}));
  L.run(In);
}
