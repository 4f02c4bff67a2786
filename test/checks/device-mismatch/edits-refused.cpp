// No edit where something else wants the tensor where it is.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t --unsafe-fixes
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin --unsafe-fixes %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Of two runs, one is right.
void twoRunners() {
  RunnerCpu Reference("cpu.so");
  RunnerCuda Model("cuda.so");
  at::Tensor X = at::zeros({2, 3});
  // CHECK-FIXES: at::Tensor X = at::zeros({{[{]}}2, 3{{[}]}});
  // CHECK-MESSAGES: :[[@LINE-2]]:18: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  Reference.run({X});
  Model.run({X});
}

// Of a loader that is not known, it may be.
void handed(RunnerCpu *Base) {
  RunnerCuda Model("cuda.so");
  at::Tensor X = at::zeros({2, 4});
  // CHECK-FIXES: at::Tensor X = at::zeros({{[{]}}2, 4{{[}]}});
  // CHECK-MESSAGES: :[[@LINE-2]]:18: warning: input 0 is created on 'cpu'
  Base->run({X});
  Model.run({X});
}

// The host fills it.
void filled(const std::vector<float> &Values) {
  RunnerCuda Model("cuda.so");
  at::Tensor X = at::zeros({2, 5});
  // CHECK-FIXES: at::Tensor X = at::zeros({{[{]}}2, 5{{[}]}});
  // CHECK-MESSAGES: :[[@LINE-2]]:18: warning: input 0 is created on 'cpu'
  for (unsigned I = 0; I < 10; ++I)
    X.data_ptr<float>()[I] = Values[I];
  Model.run({X});
}

// Both are wrong: one edit.
void twice() {
  RunnerCuda Model("cuda.so");
  at::Tensor X = at::zeros({2, 6});
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 0 is created on 'cpu'
  // CHECK-MESSAGES: :[[@LINE-2]]:18: note: this creates it on 'cuda'
  // CHECK-FIXES: at::Tensor X = at::zeros({2, 6}, at::kCUDA);
  Model.run({X});
  Model.run({X});
}
