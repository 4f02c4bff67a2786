// A host that tries the GPU first, and leaves its functions early.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/torch.h>
#include <vector>

enum class Status { Ok, NotLoaded, BadInput, Failed };

class Classifier {
public:
  Status load(const std::string &path) noexcept {
    if (path.empty())
      return Status::BadInput;
    try {
      gpu_ = std::make_unique<torch::inductor::AOTIModelContainerRunnerCuda>(path + ".cuda.so");
      device_ = torch::kCUDA;
      return Status::Ok;
    } catch (const std::exception &) {
      gpu_.reset();
    }
    try {
      cpu_.emplace(path + ".cpu.so");
      device_ = torch::kCPU;
    } catch (...) {
      return Status::NotLoaded;
    }
    return Status::Ok;
  }

  Status classify(const std::vector<float> &pixels, std::vector<float> &scores) {
    if (!gpu_ && !cpu_)
      return Status::NotLoaded;
    if (pixels.size() != 3 * 64 * 64)
      return Status::BadInput;
    auto image = torch::from_blob(const_cast<float *>(pixels.data()), {1, 3, 64, 64}, torch::kFloat32);
    std::vector<torch::Tensor> outputs;
    if (gpu_) {
      outputs = gpu_->run({image.to(torch::kCUDA)});
    } else {
      outputs = cpu_->run({image});
    }
    if (outputs.empty() || !outputs[0].defined())
      return Status::Failed;
    auto flat = outputs[0].cpu().contiguous();
    scores.assign(flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel());
    return Status::Ok;
  }

  Status self_test() {
    if (!gpu_)
      return Status::NotLoaded;
    const auto attempt = [this](const torch::Tensor &x) {
      try {
        return gpu_->run({x}).size() == 1;
        // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
      } catch (const std::exception &) {
        return false;
      }
    };
    // BAD: the first is on the CPU.
    return attempt(torch::zeros({1, 3, 64, 64})) ? Status::Ok : Status::Failed;
  }

  Status self_test_on_gpu() {
    if (!gpu_)
      return Status::NotLoaded;
    const std::function<bool(torch::Tensor)> attempt = [&](torch::Tensor x) { return gpu_->run({x}).size() == 1; };
    return attempt(torch::zeros({1, 3, 64, 64}, torch::kCUDA)) ? Status::Ok : Status::Failed;
  }

private:
  torch::Device device_ = torch::kCPU;
  std::unique_ptr<torch::inductor::AOTIModelContainerRunnerCuda> gpu_;
  std::optional<torch::inductor::AOTIModelContainerRunnerCpu> cpu_;
};
