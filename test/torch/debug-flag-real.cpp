// RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch=%torch_include
// The check on torch's own headers.
#include <c10/util/env.h>
#include <cstdlib>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <ATen/ops/zeros.h>

using torch::inductor::AOTIModelPackageLoader;

void flags(const std::vector<at::Tensor> &Inputs) {
  setenv("AOT_INDUCTOR_DEBUG_COMPILE", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is read when the model is compiled
  c10::utils::set_env("AOTI_RUNTIME_CHECK_INPUTS", "false");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'false' turns the input checks on
  AOTIModelPackageLoader Loader("model.pt2");
  Loader.run(Inputs);
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' is set after the first run
  Loader.run(Inputs);
}

// Near misses.

void inOrder(const std::vector<at::Tensor> &Inputs) {
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
  AOTIModelPackageLoader Loader("model.pt2");
  Loader.run(Inputs);
}
void onTheCpu(at::Tensor X) {
  X.to(at::kCPU);
  X.to(at::kFloat);
  auto Y = at::zeros({2}, at::kFloat);
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
}
