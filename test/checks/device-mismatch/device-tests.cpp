// Behind a test of a tensor's device, it is where the test says.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

at::Tensor made(bool UseGpu) { return UseGpu ? at::zeros({2, 3}, at::kCUDA) : at::zeros({2, 3}); }
// CHECK-MESSAGES: :[[@LINE-1]]:48: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu' [aoti-device-mismatch]
// CHECK-MESSAGES: :[[@LINE-2]]:79: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'

// Hits.

void within(RunnerCpu &Model, bool UseGpu) {
  at::Tensor X = made(UseGpu);
  if (X.is_cuda())
    Model.run({X});
}

void behindAnExit(RunnerCuda &Model, bool UseGpu) {
  at::Tensor X = made(UseGpu);
  if (X.device() != at::Device(at::kCPU))
    return;
  Model.run({X});
}

// Near misses.

void movedIfItMust(RunnerCpu &Model, RunnerCuda &Other, bool UseGpu) {
  at::Tensor X = made(UseGpu);
  if (X.is_cuda())
    X = X.cpu();
  Model.run({X});
  at::Tensor Y = made(UseGpu);
  if (!Y.is_cuda())
    Y = Y.cuda();
  Other.run({Y});
}

void byDevice(RunnerCuda &Model, bool UseGpu, at::Device Device) {
  at::Tensor X = made(UseGpu);
  if (X.device() == at::kCPU)
    return;
  Model.run({X});
  at::Tensor Y = made(UseGpu);
  if (Y.device() != Device)
    Model.run({Y});
}

// 'cuda' that is not 'cuda:1' is still 'cuda'.
void byIndex(RunnerCuda &Model, bool UseGpu) {
  at::Tensor X = made(UseGpu);
  if (X.device() != at::Device(at::kCUDA, 1))
    Model.run({X});
}

void ofAnother(RunnerCpu &Model, const at::Tensor &Other, bool UseGpu) {
  at::Tensor X = made(UseGpu);
  if (Other.is_cuda())
    Model.run({X});
}
