// 'torch::cuda::is_available()' by way of a function: on a machine with a GPU the tensor is there, and the model is not.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>

namespace torch::cuda {
bool is_available();
}

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;

// Hits.

bool useGpu() { return torch::cuda::is_available(); }
void byFunction(RunnerCpu &Model) {
  Model.run({at::zeros({1, 16}, useGpu() ? at::kCUDA : at::kCPU)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu' [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-2]]:9: note: so it is on every machine with a GPU: the program asks 'torch::cuda::is_available()'
}

// Near misses.

bool asked(bool Wanted) { return Wanted && torch::cuda::is_available(); }
void onlyIfWanted(RunnerCpu &Model, bool Wanted) {
  Model.run({at::zeros({1, 16}, asked(Wanted) ? at::kCUDA : at::kCPU)});
}
