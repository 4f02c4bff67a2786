// What 'torch::cuda::is_available()' chooses: on the machines that have a GPU, the
// input of a model for the CPU is there. And loaders that no constructor names.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[s0:2..64,16]' %t/cpu.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[s0:2..64,16]' %t/cuda.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t/lint
#include <ATen/ATen.h>
#include <memory>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>

using Loader = torch::inductor::AOTIModelPackageLoader;

void chosen() {
  Loader Model("cpu.pt2");
  auto Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  at::Tensor X = at::zeros({8, 16}, Device);
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 0 is created on 'cuda', but 'cpu.pt2' was compiled for 'cpu' [aoti-device-mismatch]
  Model.run({X});
  // CHECK-MESSAGES: :[[@LINE-1]]:9: note: the model runs here
  // CHECK-MESSAGES: :[[@LINE-6]]:10: note: 'cpu.pt2' is loaded here
}

void reassigned() {
  at::Device Device(at::kCPU);
  if (torch::cuda::is_available())
    Device = at::Device(at::kCUDA);
  Loader Model("cpu.pt2");
  Model.run({at::zeros({8, 16}).to(Device)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is moved to 'cuda', but 'cpu.pt2' was compiled for 'cpu' [aoti-device-mismatch]
}

void otherwise() {
  at::Device Device(at::kCUDA);
  if (!torch::cuda::is_available())
    Device = at::Device(at::kCPU);
  Loader Model("cpu.pt2");
  Model.run({at::zeros({8, 16}, Device)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'cpu.pt2' was compiled for 'cpu' [aoti-device-mismatch]
}

// A runner's class is for one device, as a package is.
void runner(const std::string &Path, const at::Tensor &X) {
  at::Device Device = at::kCPU;
  if (torch::cuda::is_available())
    Device = at::kCUDA;
  torch::inductor::AOTIModelContainerRunnerCpu Model(Path);
  Model.run({X.to(Device)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is moved to 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu' [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-2]]:9: note: the model runs here
  // CHECK-MESSAGES: :[[@LINE-4]]:48: note: the model is loaded here
}

// The class has no constructor that names the loader.
class Served {
  Loader Model{"cuda.pt2"};

public:
  at::Tensor run() {
    at::Tensor X = at::zeros({8, 16});
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 0 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda' [aoti-device-mismatch]
    return Model.run({X})[0];
  }
};

struct Shared {
  std::shared_ptr<Loader> Model = std::make_shared<Loader>("cuda.pt2");
};
at::Tensor runShared(Shared &S) {
  at::Tensor X = at::zeros({8, 16});
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 0 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda' [aoti-device-mismatch]
  return S.Model->run({X})[0];
}

// Right, or nobody can tell.

void paired() {
  at::Device Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  Loader Model(torch::cuda::is_available() ? "cuda.pt2" : "cpu.pt2");
  Model.run({at::zeros({8, 16}, Device)});
}

void pairedRunner(const std::string &Path, const at::Tensor &X) {
  at::Device Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  if (torch::cuda::is_available()) {
    torch::inductor::AOTIModelContainerRunnerCuda Model(Path);
    Model.run({X.to(Device)});
  } else {
    torch::inductor::AOTIModelContainerRunnerCpu Model(Path);
    Model.run({X.to(Device)});
  }
  std::unique_ptr<torch::inductor::AOTIModelContainerRunner> Either;
  if (torch::cuda::is_available())
    Either = std::make_unique<torch::inductor::AOTIModelContainerRunnerCuda>(Path);
  else
    Either = std::make_unique<torch::inductor::AOTIModelContainerRunnerCpu>(Path);
  Either->run({X.to(Device)});
}

void runnerForTheGpu(const std::string &Path, const at::Tensor &X) {
  at::Device Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  torch::inductor::AOTIModelContainerRunnerCuda Model(Path);
  Model.run({X.to(Device)});
}

void forTheGpu() {
  at::Device Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  Loader Model("cuda.pt2");
  Model.run({at::zeros({8, 16}, Device)});
}

void onlyWithout() {
  if (torch::cuda::is_available())
    return;
  at::Device Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  Loader Model("cpu.pt2");
  Model.run({at::zeros({8, 16}, Device)});
}

void broughtBack() {
  at::Device Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  Loader Model("cpu.pt2");
  Model.run({at::zeros({8, 16}, Device).to(at::kCPU)});
}

void byTheUser(bool UseGpu) {
  at::Device Device =
      torch::cuda::is_available() && UseGpu ? at::kCUDA : at::kCPU;
  at::Device Other = UseGpu ? at::kCUDA : at::kCPU;
  Loader Model("cpu.pt2");
  Model.run({at::zeros({8, 16}, Device)});
  Model.run({at::zeros({8, 16}, Other)});
}

// Each constructor has its own loader.
class Replaced {
  Loader Model{"cuda.pt2"};

public:
  Replaced() : Model("cpu.pt2") {}
  at::Tensor run() { return Model.run({at::zeros({8, 16})})[0]; }
};

class Ours {
  Loader Model{"cuda.pt2"};

public:
  at::Tensor run() { return Model.run({at::zeros({8, 16}).cuda()})[0]; }
};
