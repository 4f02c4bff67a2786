// An encoder on the GPU and a decoder on the CPU, in one class.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <map>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/torch.h>
#include <vector>

class Transcriber {
public:
  Transcriber(const std::string &encoder, const std::string &decoder)
      : encoder_(std::make_unique<torch::inductor::AOTIModelContainerRunnerCuda>(encoder)), decoder_(decoder) {
    state_["hidden"] = torch::zeros({1, 256});
    state_["cell"] = torch::zeros({1, 256});
  }

  std::string transcribe(const std::vector<float> &audio) {
    auto samples = torch::from_blob(const_cast<float *>(audio.data()), {1, static_cast<int64_t>(audio.size())}, torch::kFloat32);
    std::vector<torch::Tensor> encoder_inputs;
    encoder_inputs.push_back(samples.cuda());
    auto features = encoder_->run(encoder_inputs)[0].cpu().to(torch::kFloat32);

    std::string text;
    auto token = torch::zeros({1, 1}, torch::kInt64);
    for (int step = 0; step < 100; ++step) {
      auto outputs = decoder_.run({token, state_.at("hidden"), state_.at("cell")});
      token = outputs[0].to(torch::kCPU, torch::kInt64);
      text += static_cast<char>(token.item<int64_t>());
    }
    return text;
  }

  // BAD: what the decoder gets was made for the encoder.
  torch::Tensor score(const std::vector<int64_t> &tokens) {
    auto ids = torch::from_blob(const_cast<int64_t *>(tokens.data()), {1, static_cast<int64_t>(tokens.size())}, torch::kInt64).cuda();
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: inputs 0, 1 and 2 are on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu' [aoti-device-mismatch]
    auto hidden = torch::zeros({1, 256}, torch::kCUDA);
    encoder_->run({hidden});
    return decoder_.run({ids, hidden, hidden})[0];
  }

  torch::Tensor rescore(const torch::Tensor &ids) {
    return decoder_.run({ids.to(torch::kCPU, torch::kLong), state_.at("hidden"), state_["cell"]})[0];
  }

private:
  std::unique_ptr<torch::inductor::AOTIModelContainerRunnerCuda> encoder_;
  torch::inductor::AOTIModelContainerRunnerCpu decoder_;
  std::map<std::string, torch::Tensor> state_;
};
