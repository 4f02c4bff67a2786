// A runner that a switch chooses is paired with inputs that a switch or an 'if'
// chooses by the same question.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Runner = torch::inductor::AOTIModelContainerRunner;
using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

enum class Backend { Cpu, Cuda };

// Hits.

static std::unique_ptr<Runner> made(Backend Kind, const std::string &Path) {
  switch (Kind) {
  case Backend::Cpu:
    return std::make_unique<RunnerCpu>(Path);
  case Backend::Cuda:
    return std::make_unique<RunnerCuda>(Path);
  }
  return nullptr;
}
void onTheCpu(Backend Kind, const std::string &Path) {
  auto Model = made(Kind, Path);
  Model->run({at::zeros({8, 16})});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
}

struct Config {
  Backend Kind = Backend::Cpu;
  std::string Path;
};
static std::unique_ptr<Runner> madeOf(const Config &C) {
  switch (C.Kind) {
  case Backend::Cpu:
    return std::make_unique<RunnerCpu>(C.Path);
  case Backend::Cuda:
    return std::make_unique<RunnerCuda>(C.Path);
  }
  throw std::logic_error("unreachable");
}
void besideTheRightOne(const Config &C) {
  auto Model = madeOf(C);
  const at::Device Device = C.Kind == Backend::Cpu ? at::kCPU : at::kCUDA;
  Model->run({at::ones({1, 16}, Device), at::ones({16, 4})});
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda'
}

class Engine {
public:
  Engine(int Mode, const std::string &Path) : Mode(Mode) {
    switch (Mode) {
    case 0:
    case 1: {
      Model = std::make_unique<RunnerCpu>(Path);
      break;
    }
    default:
      Model = std::make_unique<RunnerCuda>(Path);
    }
  }
  void run() {
    at::Device Device = at::kCPU;
    switch (Mode) {
    case 1:
      Device = at::kCUDA;
      break;
    case 0:
      break;
    default:
      Device = at::kCUDA;
    }
    if (Mode == 1)
      Model->run({at::zeros({3, 4}, Device)});
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu'
  }

private:
  const int Mode;
  std::unique_ptr<Runner> Model;
};

void afterwards(Backend Kind, const std::string &Path) {
  std::unique_ptr<Runner> Model;
  if (Kind == Backend::Cuda)
    Model = std::make_unique<RunnerCuda>(Path);
  else
    Model = std::make_unique<RunnerCpu>(Path);
  switch (Kind) {
  case Backend::Cpu:
    return;
  default:
    break;
  }
  Model->run({at::zeros({5, 4})});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda'
}

// Near misses.

void sameSwitch(Backend Kind, const std::string &Path) {
  auto Model = made(Kind, Path);
  at::Tensor X = at::zeros({8, 16});
  switch (Kind) {
  case Backend::Cuda:
    X = X.cuda();
    break;
  case Backend::Cpu:
    break;
  }
  Model->run({X});
}

void sameQuestion(const Config &C) {
  auto Model = madeOf(C);
  at::TensorOptions Options;
  if (C.Kind == Backend::Cuda)
    Options = Options.device(at::kCUDA);
  Model->run({at::zeros({8, 16}, Options)});
}

// Of another object.
void otherConfig(const Config &C, const Config &Other) {
  auto Model = madeOf(C);
  const at::Device Device = Other.Kind == Backend::Cpu ? at::kCPU : at::kCUDA;
  Model->run({at::zeros({8, 16}, Device)});
}

// Whether the first one falls through is not certain.
void fallsThrough(Backend Kind, bool Fast, const std::string &Path) {
  std::unique_ptr<Runner> Model;
  at::Device Device = at::kCPU;
  switch (Kind) {
  case Backend::Cpu:
    Model = std::make_unique<RunnerCpu>(Path);
    if (!Fast)
      break;
    [[fallthrough]];
  case Backend::Cuda:
    Model = std::make_unique<RunnerCuda>(Path);
    Device = at::kCUDA;
  }
  Model->run({at::zeros({8, 16}, Device)});
}

void labelWithin(int Kind, const std::string &Path) {
  std::unique_ptr<Runner> Model = std::make_unique<RunnerCpu>(Path);
  at::Device Device = at::kCPU;
  switch (Kind) {
  case 0:
    if (Path.empty()) {
    case 1:
      Model = std::make_unique<RunnerCuda>(Path);
      Device = at::kCUDA;
    }
  }
  Model->run({at::zeros({8, 16}, Device)});
}

// A range has no single value.
void range(int Kind, const std::string &Path) {
  std::unique_ptr<Runner> Model;
  switch (Kind) {
  case 0 ... 2:
    Model = std::make_unique<RunnerCpu>(Path);
    break;
  default:
    Model = std::make_unique<RunnerCuda>(Path);
    break;
  }
  const at::Device Device = Kind <= 2 ? at::kCPU : at::kCUDA;
  Model->run({at::zeros({8, 16}, Device)});
}

// The question changes in between.
void changed(Backend Kind, const std::string &Path) {
  auto Model = made(Kind, Path);
  Kind = Backend::Cuda;
  at::Device Device = at::kCPU;
  switch (Kind) {
  case Backend::Cuda:
    Device = at::kCUDA;
    break;
  case Backend::Cpu:
    break;
  }
  Model->run({at::zeros({8, 16}, Device)});
}

void leavesOnlyTheSwitch(Backend Kind, const std::string &Path) {
  auto Model = made(Kind, Path);
  at::Tensor X = at::zeros({8, 16});
  switch (Kind) {
  case Backend::Cpu:
    if (Path.empty())
      break;
    return;
  case Backend::Cuda:
    X = X.cuda();
  }
  Model->run({X});
}
