// Runners that are kept in a map by constant names: what a name stands for.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <map>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Runner = torch::inductor::AOTIModelContainerRunner;
using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

class Bank {
public:
  explicit Bank(const std::string &Root) {
    Models["text"] = std::make_shared<RunnerCpu>(Root + "/text.so");
    Models["vision"] = std::make_shared<RunnerCuda>(Root + "/vision.so");
    Models.emplace("audio", std::make_shared<RunnerCuda>(Root + "/audio.so"));
  }
  std::shared_ptr<Runner> get(const std::string &Name) const {
    auto It = Models.find(Name);
    if (It == Models.end())
      return nullptr;
    return It->second;
  }
  std::shared_ptr<Runner> at(const std::string &Name) const { return Models.at(Name); }

  // Hits.
  void direct() {
    Models["vision"]->run({at::zeros({1, 8})});
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
    Models.at("audio")->run({at::zeros({1, 8})});
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    Models["text"]->run({at::zeros({1, 8}, at::kCUDA)});
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
  }

  // Near misses.
  void fitting(const std::string &Name) {
    Models["text"]->run({at::zeros({1, 8})});
    Models["vision"]->run({at::zeros({1, 8}, at::kCUDA)});
    Models["other"]->run({at::zeros({1, 8})});
    Models[Name]->run({at::zeros({1, 8})});
  }

private:
  std::map<std::string, std::shared_ptr<Runner>> Models;
};

// Hits.
void byGetter(Bank &All) {
  auto Vision = All.get("vision");
  Vision->run({at::zeros({1, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  auto Text = All.at("text");
  Text->run({at::zeros({1, 8}, at::kCUDA)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
}

// Near misses.
void rightOnes(Bank &All, const std::string &Name, bool Images) {
  All.get("text")->run({at::zeros({1, 8})});
  All.get("vision")->run({at::zeros({1, 8}, at::kCUDA)});
  All.get(Name)->run({at::zeros({1, 8})});
  auto Any = All.get(Images ? "vision" : "text");
  Any->run({at::zeros({1, 8})});
}

// What else may be kept by that name.
class Replaced {
public:
  explicit Replaced(const std::string &Root) { Models["vision"] = std::make_shared<RunnerCuda>(Root); }
  void set(const std::string &Name, const std::string &Path) { Models[Name] = std::make_shared<RunnerCpu>(Path); }
  void run() { Models["vision"]->run({at::zeros({1, 8})}); }

private:
  std::map<std::string, std::shared_ptr<Runner>> Models;
};

class Aliased {
public:
  explicit Aliased(const std::string &Root) {
    Models["text"] = std::make_shared<RunnerCpu>(Root);
    Models["vision"] = std::make_shared<RunnerCuda>(Root);
  }
  std::shared_ptr<Runner> get(std::string Name) {
    if (!HasGpu)
      Name = "text";
    auto It = Models.find(Name);
    return It->second;
  }
  std::shared_ptr<Runner> orText(const std::string &Name) {
    auto It = Models.find(Name);
    if (!HasGpu)
      It = Models.find("text");
    return It->second;
  }
  void run() {
    get("vision")->run({at::zeros({1, 8})});
    orText("vision")->run({at::zeros({1, 8})});
  }

private:
  bool HasGpu = false;
  std::map<std::string, std::shared_ptr<Runner>> Models;
};
