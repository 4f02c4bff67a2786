// What needs no package: a runner whose class says where it runs.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

// The runner's class says where it runs.
void onTheGpu(const std::string &Path, const at::Tensor &X) {
  Runner Model(Path);
  Model.run({at::zeros({8, 4}), X.cpu()});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: inputs 0 and 1 are on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}

const at::Tensor Bias = at::zeros({8, 4});
// CHECK-MESSAGES: :[[@LINE-1]]:25: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
void constant(Runner &Model, const at::Tensor &X) {
  static const at::Tensor OnGpu = at::zeros({8, 4}, at::kCUDA);
  Model.run({X.cuda(), Bias, OnGpu});
}

void onTheCpu(const std::string &Path, const at::Tensor &X) {
  torch::inductor::AOTIModelContainerRunnerCpu Model(Path);
  Model.run({X, X.cuda()});
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: input 1 is moved to 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
}

// Of a number that is only known at run time, each is there.
void manyOnTheCpu(const std::string &Path, const std::vector<at::Tensor> &Given) {
  Runner Model(Path);
  std::vector<at::Tensor> Inputs;
  for (const at::Tensor &X : Given)
    Inputs.push_back(X.cpu());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: each input is moved to 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  Model.run(Inputs);
}

// A method of the host's own that has the name of one of torch's.
class Packer {
public:
  void serve(const std::string &Path, int Rows) {
    Runner Model(Path);
    Model.run({toTensor(Rows)});
  }

private:
  at::Tensor toTensor(int Rows) const { return at::zeros({Rows, 4}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
};

static void copyEach(const std::string &Path, const std::vector<at::Tensor> &Given) {
  Runner Model(Path);
  std::vector<at::Tensor> Inputs;
  for (size_t I = 0; I < Given.size(); ++I)
    Inputs.push_back(Given[I]);
  Model.run(Inputs);
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: each input is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}
void callsCopyEach(const std::string &Path) { copyEach(Path, {at::zeros({8})}); }

// A copy of pinned memory is not pinned.
void converted(const std::string &Path) {
  Runner Model(Path);
  auto Staging = at::empty({8, 4}, at::TensorOptions().dtype(at::kByte).pinned_memory(true));
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  Model.run({Staging.to(at::kFloat)});
}

// Made once, it is one mistake, however many runs get it.
static at::Tensor sharedRows() {
  return at::ones({2, 8});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}
void oneOfShared(torch::inductor::AOTIModelContainerRunnerCuda &Model) { Model.run({sharedRows()}); }
void twoOfShared(torch::inductor::AOTIModelContainerRunnerCuda &Model) { Model.run({sharedRows(), sharedRows()}); }

// A table of integers is data, whatever else is given.
void tableOnTheCpu(torch::inductor::AOTIModelContainerRunnerCuda &Model, const at::Tensor &X) {
  Model.run({at::zeros({8, 4}, at::kInt), X.cuda()});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs
  Model.run({X, at::zeros({1, 128}, at::kLong)});
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs
}

// Near misses.

// What is no constant may be changed anywhere.
at::Tensor Scale = at::zeros({8, 4});
void notConstant(Runner &Model, const at::Tensor &X) {
  static at::Tensor Cache = at::zeros({8, 4});
  Model.run({X.cuda(), Scale, Cache, Bias.cuda()});
  std::vector<at::Tensor> Inputs = {at::zeros({8, 4})};
  Inputs.assign(2, at::zeros({8, 5}, at::kCUDA));
  Model.run(Inputs);
}

// Each of the elements is moved before.
void movedEach(const std::string &Path, const std::vector<at::Tensor> &Given) {
  Runner Model(Path);
  std::vector<at::Tensor> Inputs;
  for (const at::Tensor &X : Given)
    Inputs.push_back(X.cpu());
  for (at::Tensor &X : Inputs)
    X = X.cuda();
  Model.run(Inputs);
}

// Some of the inputs of a model for a GPU may be on the CPU, lengths are, and pinned
// memory is in reach of it; numbers go to its kernels by value.
void someOnTheCpu(const std::string &Path, const at::Tensor &X) {
  Runner Model(Path);
  Model.run({at::zeros({8}, at::kInt), X.cuda()});
  Model.run({at::zeros({8}, at::kLong), X});
  Model.run({at::zeros({1, 1}), X});
  Model.run({at::zeros({1, 1}, at::kLong), X});
  Model.run({at::zeros({8, 0}, at::kLong), X});
  Model.run({at::empty({8, 4}, at::TensorOptions().pinned_memory(true))});
  Model.run({at::zeros({})});
}

void eachWhereItBelongs(const std::string &Path, const std::vector<at::Tensor> &Given, bool Gpu) {
  torch::inductor::AOTIModelContainerRunnerCpu OnCpu(Path);
  Runner OnGpu(Path);
  at::Tensor X = at::zeros({4});
  if (Gpu) {
    X = X.cuda();
    OnGpu.run({X});
  } else {
    OnCpu.run({X});
  }
  std::vector<at::Tensor> Inputs;
  for (const at::Tensor &Y : Given)
    Inputs.push_back(Y.cuda());
  Inputs.push_back(Given[0]);
  OnCpu.run(Inputs);
}

// Which type it is, is not known either.
void anyDevice(const std::string &Path, const at::Tensor &X, at::Device Device) {
  Loader Model(Path);
  Model.run({X.to(Device)});
}
