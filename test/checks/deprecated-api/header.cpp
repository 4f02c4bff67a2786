// RUN: %check_aoti_tidy %s aoti-deprecated-api %t -- -isystem%test_root/Inputs/torch-mock-2.2
#include <torch/csrc/inductor/aoti_model_container_runner.h>
// CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch/csrc/inductor/aoti_model_container_runner.h' is gone since torch 2.3; include 'torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h' [aoti-deprecated-api]
// CHECK-FIXES: {{^}}#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>{{$}}
#include "torch/csrc/inductor/aoti_model_container_runner_cuda.h" // the runner
// CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch/csrc/inductor/aoti_model_container_runner_cuda.h' is gone since torch 2.3; include 'torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h' [aoti-deprecated-api]
// CHECK-FIXES: {{^}}#include "torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h" // the runner{{$}}

torch::inductor::AOTIModelContainerRunnerCpu Cpu("model.so");
torch::inductor::AOTIModelContainerRunnerCuda Cuda("model.so");

// Near misses.

#include <c10/core/Device.h>

// Code for both, whose other branch is not compiled.
#if __has_include(<torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>)
static_assert(true);
#else
#include <torch/csrc/inductor/aoti_model_container_runner_cuda.h>
#endif
#if 0
#include <torch/csrc/inductor/aoti_model_container_runner.h>
#endif

// #include <torch/csrc/inductor/aoti_model_container_runner.h>
const char *Text = "#include <torch/csrc/inductor/aoti_model_container_runner.h>";
