// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// The shapes of what operators return that neither move nor view a tensor.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4,8]' %t/fixed.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host --front=plugin
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;

// Hits.

void probabilities() {
  Loader Model("fixed.pt2");
  Model.run({at::softmax(at::randn({4, 9}), 1)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 has shape [4, 9], but 'fixed.pt2' takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
}

void products() {
  Loader Model("fixed.pt2");
  Model.run({at::matmul(at::randn({5, 3}), at::randn({3, 8}))});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 has shape [5, 8], but 'fixed.pt2' takes [4, 8]: dimension 0 is the constant 4, not 5
}

void parts() {
  Loader Model("fixed.pt2");
  for (const at::Tensor &Half : at::chunk(at::randn({8, 16}), 2, 0))
    Model.run({Half});
  // CHECK-MESSAGES: :[[@LINE-2]]:33: warning: input 0 has shape [4, 16], but 'fixed.pt2' takes [4, 8]
}

// No hits.

void right(int64_t Parts, const at::Tensor &Any) {
  Loader Model("fixed.pt2");
  Model.run({at::softmax(at::randn({4, 8}), 1)});
  Model.run({at::softmax(Any, 1)});
  Model.run({at::matmul(at::randn({4, 3}), at::randn({3, 8}))});
  for (const at::Tensor &Half : at::chunk(at::randn({8, 8}), 2))
    Model.run({Half});
  // The last of three has what is left, and how many there are is not known.
  for (const at::Tensor &Third : at::chunk(at::randn({12, 8}), Parts))
    Model.run({Third});
  for (const at::Tensor &Third : at::chunk(at::randn({11, 8}), 3))
    Model.run({Third});
  for (const at::Tensor &Row : at::randn({2, 4, 8}).unbind())
    Model.run({Row});
  // A product of what is not known.
  Model.run({at::matmul(at::randn({5, 3}), Any)});
}
