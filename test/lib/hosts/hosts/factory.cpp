// A registry of backends: the name says which runner is made.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/torch.h>
#include <unordered_map>
#include <vector>

using Runner = torch::inductor::AOTIModelContainerRunner;

class Backend {
public:
  virtual ~Backend() = default;
  virtual torch::Tensor infer(const std::vector<float> &row) = 0;
  virtual std::string name() const = 0;
};

class CpuBackend : public Backend {
public:
  explicit CpuBackend(const std::string &path) : runner_(path) {}
  torch::Tensor infer(const std::vector<float> &row) override {
    auto x = torch::tensor(row).unsqueeze(0);
    return runner_.run({x})[0];
  }
  std::string name() const override { return "cpu"; }

private:
  torch::inductor::AOTIModelContainerRunnerCpu runner_;
};

class CudaBackend : public Backend {
public:
  explicit CudaBackend(const std::string &path) : runner_(path) {}
  torch::Tensor infer(const std::vector<float> &row) override {
    // BAD: not moved.
    auto x = torch::tensor(row).unsqueeze(0);
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
    return runner_.run({x})[0].cpu();
  }
  std::string name() const override { return "cuda"; }

private:
  torch::inductor::AOTIModelContainerRunnerCuda runner_;
};

static const std::unordered_map<std::string, std::function<std::unique_ptr<Backend>(const std::string &)>> kBackends = {
    {"cpu", [](const std::string &path) { return std::make_unique<CpuBackend>(path); }},
    {"cuda", [](const std::string &path) { return std::make_unique<CudaBackend>(path); }},
};

std::unique_ptr<Backend> make_backend(const std::string &name, const std::string &path) {
  const auto found = kBackends.find(name);
  if (found == kBackends.end())
    throw std::invalid_argument("no backend " + name);
  return found->second(path);
}

static std::unique_ptr<Runner> make_runner(const std::string &path, bool gpu) {
  if (gpu)
    return std::make_unique<torch::inductor::AOTIModelContainerRunnerCuda>(path);
  return std::make_unique<torch::inductor::AOTIModelContainerRunnerCpu>(path);
}

class Chooser {
public:
  Chooser(const std::string &path, bool gpu) : gpu_(gpu), runner_(make_runner(path, gpu)) {}
  torch::Tensor infer(int64_t rows) {
    const auto options = torch::TensorOptions().dtype(torch::kHalf).device(gpu_ ? torch::kCUDA : torch::kCPU);
    return runner_->run({torch::ones({rows, 4}, options)})[0];
  }

private:
  bool gpu_;
  std::unique_ptr<Runner> runner_;
};
