// An interface, its implementation, and callers of the same file that pass what
// they have made.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Runner = torch::inductor::AOTIModelContainerRunner;
using OnCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using OnCuda = torch::inductor::AOTIModelContainerRunnerCuda;

class Solver {
public:
  Solver(const std::string &Path, const std::string &Device);
  void value(const double *X, double *Out);
  void gradient(const double *X, double *Out);

private:
  class Impl;
  std::unique_ptr<Impl> Inner;
};

static at::Device OnHost(at::kCPU);

class Solver::Impl {
public:
  Impl(const std::string &Path, const std::string &Name) : Device(at::kCPU) {
    if (torch::cuda::is_available() && Name != "cpu")
      Device = at::Device(Name);
    if (Device == OnHost)
      Model = std::make_unique<OnCpu>(Path);
    else
      Model = std::make_unique<OnCuda>(Path);
  }
  virtual ~Impl() = default;
  // Not moved: what the callers pass is on the CPU.
  virtual at::Tensor value(at::Tensor X) {
    std::vector<at::Tensor> Inputs;
    Inputs.push_back(X);
    // CHECK-MESSAGES: :[[@LINE+2]]:23: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
    // CHECK-MESSAGES: :[[@LINE+17]]:19: note: the tensor that is passed gets its device here
    return Model->run(Inputs)[0].cpu();
  }
  virtual at::Tensor gradient(at::Tensor X) {
    std::vector<at::Tensor> Inputs;
    Inputs.push_back(X.to(Device));
    return Model->run(Inputs)[0].cpu();
  }

private:
  at::Device Device;
  std::unique_ptr<Runner> Model;
};

Solver::Solver(const std::string &Path, const std::string &Device) : Inner(std::make_unique<Impl>(Path, Device)) {}

void Solver::value(const double *X, double *Out) {
  at::Tensor In = at::from_blob(const_cast<double *>(X), {3, 4}, at::kDouble).to(at::kFloat).permute({1, 0});
  at::Tensor Result = Inner->value(In);
}

void Solver::gradient(const double *X, double *Out) {
  at::Tensor In = at::from_blob(const_cast<double *>(X), {3, 4}, at::kDouble).to(at::kFloat);
  at::Tensor Result = Inner->gradient(In);
}
