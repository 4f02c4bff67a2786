// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// A function chooses between packages by what its caller asked for, and the
// caller asks 'torch::cuda::is_available()' instead, or gives all of them one.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,10]' %t/cpu.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,10]' %t/cuda.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t/host
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t/host --front=plugin
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

namespace torch::cuda {
bool is_available();
}

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunner;
using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

struct Args {
  bool Gpu = false;
};
Args parse(int Count, char **Values) {
  Args Result;
  if (Count > 1)
    Result.Gpu = true;
  return Result;
}

static std::unique_ptr<Loader> open(const Args &A) {
  if (A.Gpu)
    return std::make_unique<Loader>("cuda.pt2");
  return std::make_unique<Loader>("cpu.pt2");
}

// Hits.

void byAvailability(const Args &A) {
  auto Model = open(A);
  const auto Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  Model->run({at::zeros({8, 10}, Device)});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: input 0 is created on 'cuda', but 'cpu.pt2' was compiled for 'cpu' [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-2]]:10: note: the model runs here
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: so it is on every machine with a GPU: the program asks 'torch::cuda::is_available()'
  // CHECK-MESSAGES: :[[@LINE-12]]:10: note: 'cpu.pt2' is loaded here; it records AOTI_DEVICE_KEY "cpu"
}

enum class Backend { Cpu, Cuda };
struct Models {
  static std::shared_ptr<Loader> of(Backend Kind) {
    switch (Kind) {
    case Backend::Cpu:
      return std::make_shared<Loader>("cpu.pt2");
    case Backend::Cuda:
      return std::make_shared<Loader>("cuda.pt2");
    }
    return nullptr;
  }
  static std::shared_ptr<Runner> runner(bool Gpu, const std::string &Path) {
    return Gpu ? std::shared_ptr<Runner>(std::make_shared<RunnerCuda>(Path))
               : std::shared_ptr<Runner>(std::make_shared<RunnerCpu>(Path));
  }
};
void byStaticMember(Backend Kind) {
  auto Model = Models::of(Kind);
  at::Tensor X = at::zeros({8, 10});
  if (torch::cuda::is_available())
    X = X.cuda();
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is moved to 'cuda', but 'cpu.pt2' was compiled for 'cpu'
  Model->run({X});
}
void ofRunners(const Args &A, const std::string &Path) {
  auto Model = Models::runner(A.Gpu, Path);
  Model->run({at::zeros({8, 10}, torch::cuda::is_available() ? at::kCUDA : at::kCPU)});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
}

// On one of the ways.
void always(const Args &A) {
  auto Model = open(A);
  Model->run({at::zeros({8, 10})});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: input 0 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda'
}

// The caller of the run's function gives it the tensor.
static void runs(bool Gpu, const at::Tensor &X) {
  auto Model = Gpu ? std::make_unique<Loader>("cuda.pt2") : std::make_unique<Loader>("cpu.pt2");
  Model->run({X});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda'
}
void callsRuns(const Args &A) {
  runs(A.Gpu, at::zeros({8, 10}, A.Gpu ? at::kCUDA : at::kCPU));
  runs(true, at::zeros({8, 10}));
  // CHECK-MESSAGES: :[[@LINE-1]]:14: note: the tensor that is passed gets its device here
}

// Near misses.

void bySameQuestion(const Args &A) {
  auto Model = open(A);
  const auto Device = A.Gpu ? at::kCUDA : at::kCPU;
  Model->run({at::zeros({8, 10}, Device)});
  at::Tensor X = at::zeros({8, 10});
  if (A.Gpu)
    X = X.cuda();
  Model->run({X});
}

void bySameKind(Backend Kind) {
  auto Model = Models::of(Kind);
  Model->run({at::zeros({8, 10}, Kind == Backend::Cuda ? at::kCUDA : at::kCPU)});
}

// Both ask for a GPU.
void asksBoth() {
  auto Model = Models::of(torch::cuda::is_available() ? Backend::Cuda : Backend::Cpu);
  Model->run({at::zeros({8, 10}, torch::cuda::is_available() ? at::kCUDA : at::kCPU)});
}
void choosesByGpu(const std::string &Path) {
  auto Model = Models::runner(torch::cuda::is_available(), Path);
  Model->run({at::zeros({8, 10}, torch::cuda::is_available() ? at::kCUDA : at::kCPU)});
}

// What is chosen by follows the answer, whichever way it is told.
struct Settings {
  bool Gpu = false;
  at::Device Device = at::kCPU;
};
Settings detected() {
  Settings Result;
  if (torch::cuda::is_available()) {
    Result.Gpu = true;
    Result.Device = at::kCUDA;
  }
  return Result;
}
void byFlag(const Settings &S) {
  auto Model = S.Gpu ? std::make_unique<Loader>("cuda.pt2") : std::make_unique<Loader>("cpu.pt2");
  Model->run({at::zeros({8, 10}, torch::cuda::is_available() ? at::kCUDA : at::kCPU)});
}
void byDevice(const Settings &S) {
  auto Model = S.Device.is_cuda() ? std::make_unique<Loader>("cuda.pt2") : std::make_unique<Loader>("cpu.pt2");
  Model->run({at::zeros({8, 10}, torch::cuda::is_available() ? at::kCUDA : at::kCPU)});
}
void byLocal(bool Fast) {
  const bool Gpu = Fast || torch::cuda::is_available();
  auto Model = Models::of(Gpu ? Backend::Cuda : Backend::Cpu);
  auto Other = Gpu ? std::make_unique<Loader>("cuda.pt2") : std::make_unique<Loader>("cpu.pt2");
  const auto Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  Model->run({at::zeros({8, 10}, Device)});
  Other->run({at::zeros({8, 10}, Device)});
}
static void byParameter(bool Gpu) {
  auto Model = Gpu ? std::make_unique<Loader>("cuda.pt2") : std::make_unique<Loader>("cpu.pt2");
  Model->run({at::zeros({8, 10}, torch::cuda::is_available() ? at::kCUDA : at::kCPU)});
}
void callsByParameter() { byParameter(torch::cuda::is_available()); }

// Only the one for the GPU runs.
void onlyOnGpu(const Args &A) {
  auto Model = open(A);
  if (!A.Gpu)
    return;
  Model->run({at::zeros({8, 10}, torch::cuda::is_available() ? at::kCUDA : at::kCPU)});
}

// The callers pair them.
static void paired(bool Gpu, const at::Tensor &X) {
  auto Model = Gpu ? std::make_unique<Loader>("cuda.pt2") : std::make_unique<Loader>("cpu.pt2");
  Model->run({X});
}
void callsPaired() {
  paired(true, at::zeros({8, 10}, at::kCUDA));
  paired(false, at::zeros({8, 10}));
}

// What they are chosen by changes.
void changes(bool Gpu) {
  auto Model = open({Gpu});
  if (!torch::cuda::is_available())
    Gpu = false;
  Model->run({at::zeros({8, 10}, Gpu ? at::kCUDA : at::kCPU)});
}

// What a caller has set up is meant for what it passes.
static void runsFor(const Args &A, const at::Tensor &X) {
  auto Model = open(A);
  Model->run({X});
}
void setsUp() {
  Args Host, Device;
  Host.Gpu = false;
  runsFor(Host, at::zeros({8, 10}));
  Device.Gpu = true;
  runsFor(Device, at::zeros({8, 10}, at::kCUDA));
}
class Server {
public:
  explicit Server(bool Gpu) : Gpu(Gpu) {
    if (Gpu)
      Model = std::make_unique<Loader>("cuda.pt2");
    else
      Model = std::make_unique<Loader>("cpu.pt2");
  }
  void setHost() { Given = at::zeros({8, 10}); }
  void setDevice() { Given = at::zeros({8, 10}, at::kCUDA); }
  void serve(const at::Tensor &X) { Model->run({X}); }
  void serveGiven() { Model->run({Given}); }

private:
  bool Gpu;
  std::unique_ptr<Loader> Model;
  at::Tensor Given;
};
void serves() {
  Server Host(false), Device(true);
  Host.serve(at::zeros({8, 10}));
  Device.serve(at::zeros({8, 10}, at::kCUDA));
  Host.setHost();
  Host.serveGiven();
}
