// A server whose class keeps the runner, one of two, and what its inputs need.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <memory>
#include <mutex>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Runner = torch::inductor::AOTIModelContainerRunner;
using OnCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using OnCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// What the options and the runner depend on is the same: each branch is fed its
// own tensors.
class Paired {
public:
  Paired(const std::string &Path, bool UseCuda) : UsesCuda(UseCuda), Options(at::TensorOptions().dtype(at::kFloat).device(UseCuda ? at::kCUDA : at::kCPU)) {
    if (UseCuda)
      Model = std::make_unique<OnCuda>(Path);
    else
      Model = std::make_unique<OnCpu>(Path);
  }
  std::vector<at::Tensor> serve(int64_t Rows) {
    std::vector<at::Tensor> Inputs;
    Inputs.push_back(at::zeros({Rows, 8}, Options));
    return Model->run(Inputs);
  }
  std::vector<at::Tensor> serveMoved(const at::Tensor &X) {
    return Model->run({UsesCuda ? X.cuda() : X.cpu()});
  }

private:
  bool UsesCuda;
  at::TensorOptions Options;
  std::unique_ptr<Runner> Model;
};

// The branches are crossed, which is not seen: conditions are not compared.
class Crossed {
public:
  Crossed(const std::string &Path, bool UseCuda) : UsesCuda(UseCuda) {
    Model = UseCuda ? std::unique_ptr<Runner>(new OnCuda(Path)) : std::unique_ptr<Runner>(new OnCpu(Path));
  }
  void serve(const at::Tensor &X) {
    const at::Device Device = UsesCuda ? at::kCPU : at::kCUDA;
    Model->run({X.to(Device)});
  }

private:
  const bool UsesCuda;
  std::unique_ptr<Runner> Model;
};

// A member of another class gives the device: that it can be both is no finding.
struct Settings {
  at::Device Device;
  int Threads = 1;
};
class Configured {
public:
  Configured(const std::string &Path, Settings Given) : Given(Given) {
    if (Given.Device.is_cuda())
      Model = std::make_unique<OnCuda>(Path);
    else
      Model = std::make_unique<OnCpu>(Path);
  }
  void serve(const at::Tensor &X) { Model->run({X.to(Given.Device)}); }

private:
  Settings Given;
  std::unique_ptr<Runner> Model;
};

// Two runners, each with its own inputs.
class TwoModels {
public:
  TwoModels(const std::string &Path) : First(Path), Second(std::make_unique<OnCuda>(Path)) {}
  void right(const at::Tensor &X) {
    First.run({X.cpu()});
    Second->run({X.cuda()});
  }
  void wrong(const at::Tensor &X) {
    Batch.clear();
    Batch.push_back(X.cuda());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: input 0 is moved to 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
    First.run(Batch);
  }

private:
  OnCpu First;
  std::unique_ptr<OnCuda> Second;
  std::vector<at::Tensor> Batch;
};

// Models for a GPU take some inputs on the CPU: sizes, indices and numbers, and
// what is moved there on purpose.
class Mixed {
public:
  Mixed(const std::string &Path) : Model(Path) {}
  void serve(const at::Tensor &X) {
    Model.run({X.cuda(), at::zeros({4}, at::kLong)});
    Model.run({X.cuda(), at::zeros({1})});
    Model.run({X.cuda(), at::zeros({4}, at::kCUDA).cpu()});
    Model.run({at::zeros({})});
  }

private:
  OnCuda Model;
};

// Set by whoever can: not known.
class Open {
public:
  Open(const std::string &Path) : Model(Path) {}
  void setDevice(at::Device D) { Device = D; }
  void serve(const at::Tensor &X) { Model.run({X.to(Device)}); }

private:
  OnCpu Model;
  at::Device Device = at::kCUDA;
};
