// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// Inputs held against what the package's wrapper says it was compiled for.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'int64[s0:2..512]' --input 'float32[s0:2..512,32]' %t/ranker.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4,8]/8,1' %t/fixed.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4,8]/1,4' %t/transposed.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py %t/bare.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host --front=plugin
#include <ATen/ATen.h>
#include <filesystem>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;

// Hits.

void types() {
  Loader Model("ranker.pt2");
  Model.run({at::zeros({8}), at::zeros({8, 32})});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is 'float32', but 'ranker.pt2' takes 'int64' [aoti-input-contract]
  // CHECK-MESSAGES: :[[@LINE-2]]:9: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
  // CHECK-MESSAGES: :[[@LINE-4]]:10: note: 'ranker.pt2' is loaded here
}

void shapes() {
  Loader Model("ranker.pt2");
  Model.run({at::zeros({8}, at::kLong), at::zeros({8, 16})});
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: input 1 has shape [8, 16], but 'ranker.pt2' takes [2..512, 32]: dimension 1 is the constant 32, not 16
  Model.run({at::zeros({8, 1}, at::kLong), at::zeros({8, 32})});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 has shape [8, 1], but 'ranker.pt2' takes [2..512]: 1 dimension, not 2
  Model.run({at::zeros({8}, at::kLong), at::zeros({9, 32})});
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: input 1 has shape [9, 32], but 'ranker.pt2' takes [2..512, 32]: dimension 0 must be 8, as dimension 0 of input 0
}

// github.com/TaufeqRazakh/AOTInductor_Test: the path is put together.
void inCurrentFolder() {
  Loader Model((std::filesystem::current_path() / "ranker.pt2").string());
  Model.run({at::zeros({8}), at::zeros({8, 32})});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is 'float32', but 'ranker.pt2' takes 'int64'
}

// One mistake.
void swapped() {
  Loader Model("ranker.pt2");
  Model.run({at::zeros({8, 32}), at::zeros({8}, at::kLong)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: inputs 0 and 1 are swapped: 'ranker.pt2' takes int64 [2..512], then float32 [2..512, 32] [aoti-input-contract]
  // CHECK-MESSAGES: :[[@LINE-2]]:9: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensors as if they fitted
  // CHECK-MESSAGES: :[[@LINE-4]]:10: note: 'ranker.pt2' is loaded here
}

void ranges() {
  Loader Model("ranker.pt2");
  constexpr int64_t Many = 1000;
  Model.run({at::zeros({Many}, at::kLong), at::zeros({Many, 32})});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 has shape [1000], but 'ranker.pt2' takes [2..512]: dimension 0 is at most 512
  std::vector<at::Tensor> One;
  One.push_back(at::zeros({1}, at::kLong));
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: input 0 has shape [1], but 'ranker.pt2' takes [2..512]: dimension 0 is at least 2, since torch compiles sizes 0 and 1 as constants
  // CHECK-MESSAGES: :[[@LINE+3]]:9: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment; otherwise nothing is checked, and whether the size works depends on its kernels
  // CHECK-MESSAGES: :[[@LINE-8]]:10: note: 'ranker.pt2' is loaded here
  One.emplace_back(at::randn({32}).unsqueeze(0));
  Model.run(One);
}

void counts(const at::Tensor &X) {
  Loader Model("ranker.pt2");
  Model.run({X});
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'ranker.pt2' takes 2 inputs, and run() gets 1, on which it throws
  Loader One("fixed.pt2");
  One.run({X, X});
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'fixed.pt2' takes 1 input, and run() gets 2, on which it throws
}

void strides() {
  Loader Model("fixed.pt2");
  at::Tensor X = at::randn({8, 4});
  Model.run({X.transpose(0, 1)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 has stride 1 in dimension 0, but 'fixed.pt2' was compiled for 8; pass a contiguous tensor
  // CHECK-FIXES: {{^}}  Model.run({X.transpose(0, 1).contiguous()});
  Loader Other("transposed.pt2");
  Other.run({at::randn({4, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 has stride 8 in dimension 0, but 'transposed.pt2' was compiled for 1
}

// Near misses.

void fits(const std::vector<int64_t> &Ids, int64_t N) {
  Loader Model("ranker.pt2");
  Model.run({at::zeros({8}, at::kLong), at::zeros({8, 32})});
  Model.run({at::zeros({2}, at::kLong), at::zeros({2, 32})});
  Model.run({at::zeros({512}, at::kLong), at::zeros({512, 32})});
  Model.run({at::zeros({N}, at::kLong), at::zeros({N, 32})});
  Model.run({at::zeros({8}, at::kLong), at::zeros({32}).unsqueeze(0).expand({8, 32}).contiguous()});
  Model.run({at::zeros({1, 8}, at::kLong).flatten(), at::zeros({4, 64}).view({8, 32})});
}

void fitsTransposed() {
  Loader Model("fixed.pt2");
  Model.run({at::randn({8, 4}).transpose(0, 1).contiguous()});
  Loader Other("transposed.pt2");
  Other.run({at::randn({8, 4}).transpose(0, 1)});
}

void unknown(const at::Tensor &X, std::vector<at::Tensor> Given) {
  Loader Model("ranker.pt2");
  Model.run({X, X});
  Model.run(Given);
  Given.push_back(X);
  Model.run(Given);
  Loader Bare("bare.pt2");
  Bare.run({at::zeros({8})});
}

void oneWay(bool Short) {
  Loader Model("ranker.pt2");
  const int64_t N = Short ? 1 : 8;
  Model.run({at::zeros({N}, at::kLong), at::zeros({N, 32})});
  at::Tensor Ids = at::zeros({8});
  if (Short)
    Ids = at::zeros({8}, at::kLong);
  Model.run({Ids, at::zeros({8, 32})});
}

void grows(int64_t N) {
  Loader Model("ranker.pt2");
  std::vector<at::Tensor> Inputs;
  for (int64_t I = 0; I < N; ++I)
    Inputs.push_back(at::zeros({8}));
  // However many they are. One finding is enough, and an edit would be one of all.
  // CHECK-MESSAGES: :[[@LINE-2]]:22: warning: input 0 is 'float32', but 'ranker.pt2' takes 'int64' [aoti-input-contract]
  // CHECK-MESSAGES: :[[@LINE+2]]:9: note: the model runs here
  // CHECK-MESSAGES: :[[@LINE-7]]:10: note: 'ranker.pt2' is loaded here
  Model.run(Inputs);
  // Some fit, or may.
  Inputs.clear();
  for (int64_t I = 0; I < N; ++I) {
    Inputs.push_back(at::zeros({8}));
    Inputs.push_back(at::zeros({8}, at::kLong));
    Inputs.push_back(at::zeros({8, 32}));
  }
  Model.run(Inputs);
}
