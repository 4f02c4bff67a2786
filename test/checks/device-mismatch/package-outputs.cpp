// What a package returns is on its device: the first run of a state that is fed
// back gets what there was before, and the next model may be elsewhere.
// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[1,8]' --input 'float32[1,8]' %t/cuda.pt2 model=cuda
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[1,8]' %t/cpu.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py %t/mixed.pt2 model=cpu other=cuda
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t/host
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t/host --front=plugin
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

at::Tensor roll(const at::Tensor &X) {
  Loader Model("cuda.pt2");
  at::Tensor State = at::zeros({1, 8});
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: input 1 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda' [aoti-device-mismatch]
  std::vector<at::Tensor> Outputs;
  for (int I = 0; I < 3; ++I) {
    Outputs = Model.run({X.to(at::kCUDA), State});
    State = Outputs[1];
  }
  return Outputs[0];
}

class Policy {
public:
  Policy() : State(at::zeros({1, 8})) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 1 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda'
  at::Tensor step(const at::Tensor &X) {
    auto Outputs = Model.run({X.to(at::kCUDA), State});
    State = Outputs[1];
    return Outputs[0];
  }

private:
  Loader Model{"cuda.pt2"};
  at::Tensor State;
};

void nextOne(const at::Tensor &X) {
  Loader First("cuda.pt2"), Second("cpu.pt2");
  const at::Tensor Hidden = First.run({X.cuda(), X.cuda()})[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: input 0 is returned by a model on 'cuda', but 'cpu.pt2' was compiled for 'cpu'
  Second.run({Hidden.contiguous()});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: note: move it to 'cpu' before, with '.cpu()'
}

// Near misses.

at::Tensor right(const at::Tensor &X) {
  Loader Model("cuda.pt2");
  at::Tensor State = at::zeros({1, 8}, at::kCUDA);
  for (int I = 0; I < 3; ++I)
    State = Model.run({X.to(at::kCUDA), State})[1];
  return State;
}

// A package of which nothing is known, or not which of its models.
void unknown(const std::string &Path, const std::string &Name, const at::Tensor &X) {
  Loader First(Path), Other("mixed.pt2", Name), Second("cpu.pt2");
  Second.run({First.run({X})[0]});
  Second.run({Other.run({X})[0]});
}

void moved(const at::Tensor &X) {
  Loader First("cuda.pt2"), Second("cpu.pt2");
  auto Outputs = First.run({X.cuda(), X.cuda()});
  Second.run({Outputs[0].cpu()});
  for (at::Tensor &Output : Outputs)
    Output = Output.to(at::kCPU);
  Second.run({Outputs[1]});
}

// Of two loaders, which one has run is open.
void either(bool UseGpu, const at::Tensor &X) {
  auto First = UseGpu ? std::make_unique<Loader>("cuda.pt2") : std::make_unique<Loader>("cpu.pt2");
  Loader Second("cpu.pt2");
  Second.run({First->run({X})[0]});
}

void sameIndex(const std::string &Path, const at::Tensor &X) {
  RunnerCuda First(Path, 1, "cuda:1"), Second(Path, 1, "cuda:1"), Any(Path);
  Second.run({First.run({X.to("cuda:1")})[0]});
  // Which device is the current one when it is loaded is not said.
  Second.run({Any.run({X})[0]});
}

void copied(const std::string &Path, const at::Tensor &X) {
  RunnerCuda First(Path, 1, "cuda:0"), Second(Path, 1, "cuda:1");
  Second.run({First.run({X.to("cuda:0")})[0].to("cuda:1")});
}
