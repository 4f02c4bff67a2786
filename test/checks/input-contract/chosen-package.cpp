// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// The program chooses the package: each is held against what it gets if it is
// the one that runs.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,32]' --input 'int32[8]' %t/cpu.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,32]' --input 'int32[8]' %t/cuda.pt2 model=cuda
// RUN: %python %test_root/Inputs/make_package.py --input 'float16[8,32]' --input 'int64[8]' %t/half.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host --front=plugin
#include <ATen/ATen.h>
#include <memory>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

using Loader = torch::inductor::AOTIModelPackageLoader;

struct Args {
  bool Gpu = false;
  bool Half = false;
};
static std::unique_ptr<Loader> open(const Args &A) {
  if (A.Gpu)
    return std::make_unique<Loader>("cuda.pt2");
  return std::make_unique<Loader>("cpu.pt2");
}
static std::unique_ptr<Loader> precise(bool Half) {
  return Half ? std::make_unique<Loader>("half.pt2") : std::make_unique<Loader>("cuda.pt2");
}

// Hits.

void wrongOnAll(const Args &A) {
  auto Model = open(A);
  at::Tensor Ids = at::arange(8);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 1 is 'int64', but 'cuda.pt2' takes 'int32' [aoti-input-contract]
  // CHECK-MESSAGES: :[[@LINE+5]]:10: note: the model runs here
  // CHECK-MESSAGES: :[[@LINE-14]]:12: note: 'cuda.pt2' is loaded here
  if (A.Gpu)
    Ids = Ids.cuda();
  const auto Device = A.Gpu ? at::kCUDA : at::kCPU;
  Model->run({at::zeros({8, 32}, Device), Ids});
}

void wrongOnOne(bool Half) {
  auto Model = precise(Half);
  at::Tensor X = at::zeros({8, 32}, at::kCUDA);
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 0 is 'float32', but 'half.pt2' takes 'float16'
  Model->run({X, at::zeros({8}, at::dtype(Half ? at::kLong : at::kInt).device(at::kCUDA))});
}

void tooFew(const Args &A) {
  auto Model = open(A);
  Model->run({at::zeros({8, 32})});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'cuda.pt2' takes 2 inputs, and run() gets 1, on which it throws
}

// Near misses.

void right(const Args &A) {
  auto Model = open(A);
  Model->run({at::zeros({8, 32}), at::arange(8, at::kInt)});
}

void typedByTheSame(bool Half) {
  auto Model = precise(Half);
  at::Tensor X = at::zeros({8, 32}, at::kCUDA);
  if (Half)
    X = X.to(at::kHalf);
  Model->run({X, at::zeros({8}, at::dtype(Half ? at::kLong : at::kInt).device(at::kCUDA))});
}

void onlyOne(bool Half) {
  auto Model = precise(Half);
  if (Half)
    return;
  Model->run({at::zeros({8, 32}, at::kCUDA), at::zeros({8}, at::dtype(at::kInt).device(at::kCUDA))});
}

// Whether both are asked by the same is not known.
void byAnother(const Args &A, bool Half) {
  auto Model = precise(A.Half);
  Model->run({at::zeros({8, 32}, Half ? at::kHalf : at::kFloat), at::zeros({8}, Half ? at::kLong : at::kInt)});
}

void changed(bool Half, bool Slow) {
  auto Model = precise(Half);
  Half = Slow;
  Model->run({at::zeros({8, 32}, Half ? at::kHalf : at::kFloat), at::zeros({8}, Half ? at::kLong : at::kInt)});
}
