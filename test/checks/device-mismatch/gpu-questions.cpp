// 'torch::cuda::is_available()' by way of a function or of a member that a function
// sets: on a machine with a GPU the tensor is there, and the model is not.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>

namespace torch::cuda {
bool is_available();
}

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;

struct Options {
  bool Gpu = false;
  bool Fast = false;
  at::Device device() const { return Gpu ? at::Device(at::kCUDA) : at::Device(at::kCPU); }
};

// Hits.

bool useGpu() { return torch::cuda::is_available(); }
void byFunction(RunnerCpu &Model) {
  Model.run({at::zeros({1, 16}, useGpu() ? at::kCUDA : at::kCPU)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu' [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-2]]:9: note: so it is on every machine with a GPU: the program asks 'torch::cuda::is_available()'
}

Options defaults() {
  Options Made;
  Made.Gpu = torch::cuda::is_available();
  Made.Fast = true;
  return Made;
}
void byMember(RunnerCpu &Model) {
  const Options Given = defaults();
  Model.run({at::zeros({2, 16}, Given.device())});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu'
  at::Tensor X = at::zeros({3, 16});
  if (Given.Gpu)
    X = X.cuda();
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is moved to 'cuda', but 'AOTIModelContainerRunnerCpu'
  Model.run({X});
}

Options listed() { return {useGpu(), false}; }
void byList(RunnerCpu &Model) {
  const auto Given = listed();
  Model.run({at::zeros({4, 16}, Given.device())});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu'
}

// Near misses.

bool asked(bool Wanted) { return Wanted && torch::cuda::is_available(); }
void onlyIfWanted(RunnerCpu &Model, bool Wanted) {
  Model.run({at::zeros({1, 16}, asked(Wanted) ? at::kCUDA : at::kCPU)});
}

// Another value may replace it.
Options parsed(bool NoGpu) {
  Options Made;
  Made.Gpu = torch::cuda::is_available();
  if (NoGpu)
    Made.Gpu = false;
  return Made;
}
void parse(Options &Into);
Options filled() {
  Options Made;
  Made.Gpu = torch::cuda::is_available();
  parse(Made);
  return Made;
}
Options sometimes(bool Ask) {
  Options Made;
  if (Ask)
    Made.Gpu = torch::cuda::is_available();
  return Made;
}
void replaced(RunnerCpu &Model, bool Flag) {
  const Options First = parsed(Flag), Second = filled(), Third = sometimes(Flag);
  Model.run({at::zeros({1, 16}, First.device())});
  Model.run({at::zeros({1, 16}, Second.device())});
  Model.run({at::zeros({1, 16}, Third.device())});
}
void changed(RunnerCpu &Model) {
  Options Given = defaults();
  Given.Gpu = false;
  Model.run({at::zeros({1, 16}, Given.device())});
}

// Another member.
void otherMember(RunnerCpu &Model) {
  const Options Given = defaults();
  Model.run({at::zeros({1, 16}, Given.Fast ? at::kCUDA : at::kCPU)});
}

// Only where there is none.
void withoutGpu(RunnerCpu &Model) {
  const Options Given = defaults();
  if (!Given.Gpu)
    Model.run({at::zeros({1, 16}, Given.device())});
}
