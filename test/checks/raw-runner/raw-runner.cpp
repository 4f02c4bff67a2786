// RUN: %check_aoti_tidy %s aoti-raw-runner %t
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>

using torch::inductor::AOTIModelContainerRunner;
using torch::inductor::AOTIModelContainerRunnerCpu;
using torch::inductor::AOTIModelContainerRunnerCuda;
using torch::inductor::AOTIModelPackageLoader;
using Runner = AOTIModelContainerRunnerCuda;

void onTheStack() {
  AOTIModelContainerRunnerCpu Cpu("model.so");
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'AOTIModelContainerRunnerCpu' runs a raw .so, which records no device and promises no compatibility; compile to a .pt2 and load it with 'AOTIModelPackageLoader' [aoti-raw-runner]
  Runner Alias{"model.so", 1, "cuda:0"};
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTIModelContainerRunnerCuda' runs a raw .so
}

void onTheHeap() {
  AOTIModelContainerRunner *Raw = new AOTIModelContainerRunnerCpu("model.so");
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'AOTIModelContainerRunnerCpu' runs
  std::unique_ptr<AOTIModelContainerRunner> Base =
      std::make_unique<AOTIModelContainerRunnerCuda>("model.so");
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'AOTIModelContainerRunnerCuda' runs
  auto Shared = std::make_shared<Runner>("model.so", 2);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'AOTIModelContainerRunnerCuda' runs
}

class Server {
public:
  explicit Server(const std::string &Path) : Member(Path) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'AOTIModelContainerRunnerCpu' runs

private:
  AOTIModelContainerRunnerCpu Member;
};

template <typename RunnerT> void inTemplate(const std::string &Path) {
  RunnerT R(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'AOTIModelContainerRunnerCpu' runs
}
template void inTemplate<AOTIModelContainerRunnerCpu>(const std::string &);

// Near misses.

void packageLoader() {
  AOTIModelPackageLoader Loader("model.pt2");
  AOTIModelContainerRunner *Inner = Loader.get_runner();
}

// A loader of one's own, whose author knows what a runner is.
class Instrumented : public AOTIModelContainerRunnerCpu {
public:
  explicit Instrumented(const std::string &Path)
      : AOTIModelContainerRunnerCpu(Path) {}
};
class Inheriting : public AOTIModelContainerRunnerCpu {
public:
  using AOTIModelContainerRunnerCpu::AOTIModelContainerRunnerCpu;
};
Inheriting Derived("model.so");

void takesOne(AOTIModelContainerRunnerCpu &Runner,
              std::shared_ptr<AOTIModelContainerRunnerCuda> Shared,
              AOTIModelContainerRunner *Base);
AOTIModelContainerRunnerCpu *declaresOne;

namespace vendor {
struct AOTIModelContainerRunnerCpu {
  explicit AOTIModelContainerRunnerCpu(const char *Path);
};
} // namespace vendor
vendor::AOTIModelContainerRunnerCpu Other("model.so");

auto Strings = std::make_unique<std::string>("model.so");

void suppressed() {
  AOTIModelContainerRunnerCpu Known("model.so"); // NOLINT(aoti-raw-runner)
}
