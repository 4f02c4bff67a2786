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

// The first run is right.
void backToTheCpu(const at::Tensor &X) {
  RunnerCuda Model("cuda.so");
  RunnerCpu Next("cpu.so");
  auto Outputs = Model.run({X.to(at::kCUDA)});
  // CHECK-FIXES: auto Outputs = Model.run({X.to(at::kCUDA)});
  // CHECK-MESSAGES: :[[@LINE-2]]:18: warning: each input is returned by a model on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
  Next.run(Outputs);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: note: move it to 'cpu' before, with '.cpu()'
}

// One of two wrong values cannot be edited.
class Planner {
public:
  Planner() { Scan = at::zeros({1, 360}); }
  // CHECK-FIXES: Planner() { Scan = at::zeros({{[{]}}1, 360{{[}]}}); }
  // CHECK-MESSAGES: :[[@LINE-2]]:22: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  void onScan(float *Ranges) { Scan = at::from_blob(Ranges, {1, 360}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:39: note: it is on 'cpu' from here, too
  at::Tensor step(const at::Tensor &X) { return Model.run({X.cuda(), Scan})[0]; }

private:
  RunnerCuda Model{"cuda.so"};
  at::Tensor Scan;
};

// Both can.
class Filter {
public:
  Filter() { Mask = at::zeros({1, 7}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  // CHECK-MESSAGES: :[[@LINE-2]]:21: note: this creates it on 'cuda'
  // CHECK-FIXES: Filter() { Mask = at::zeros({1, 7}, at::kCUDA); }
  void clear() { Mask = at::ones({1, 7}); }
  // CHECK-FIXES: void clear() { Mask = at::ones({1, 7}, at::kCUDA); }
  at::Tensor step(const at::Tensor &X) { return Model.run({X.cuda(), Mask})[0]; }

private:
  RunnerCuda Model{"cuda.so"};
  at::Tensor Mask;
};

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
