// A batcher: rows are collected, padded to the size of the package, and run.
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,32]' --input 'bool[8]' %t.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t --package=%t.pt2
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/torch.h>
#include <utility>
#include <vector>

class Batcher {
public:
  static constexpr int64_t kMaxBatch = 8;
  static constexpr int64_t kWidth = 32;

  Batcher(const std::string &library, int gpu)
      : gpu_(gpu), options_(torch::TensorOptions().device(torch::kCUDA, gpu).dtype(torch::kFloat32)),
        runner_(library, 1, "cuda:" + std::to_string(gpu)) {
    for (int64_t i = 0; i < kMaxBatch; ++i)
      padding_.push_back(torch::zeros({1, kWidth}, options_));
  }

  void add(const float *row, int64_t width) {
    auto cells = torch::from_blob(const_cast<float *>(row), {1, width}, torch::kFloat32);
    if (width < kWidth)
      cells = torch::cat({cells, torch::zeros({1, kWidth - width})}, 1);
    else if (width > kWidth)
      cells = cells.slice(1, 0, kWidth);
    rows_.emplace_back(cells.to(options_.device()));
  }

  torch::Tensor flush() {
    if (rows_.empty())
      return {};
    auto [batch, mask] = pad();
    rows_.clear();
    return runner_.run({batch, mask}).front();
  }

  // BAD: lengths are on the CPU, and the kernel reads them.
  torch::Tensor flush_with_lengths(const std::vector<int64_t> &lengths) {
    auto [batch, mask] = pad();
    auto counts = torch::from_blob(const_cast<int64_t *>(lengths.data()), {kMaxBatch}, torch::kInt64);
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: input 1 is created on 'cpu', but '{{.*}}' was compiled for 'cuda' [aoti-device-mismatch]
    return runner_.run({batch, counts}).front();
  }

  torch::Tensor each() {
    std::array<torch::Tensor, 3> heads;
    for (int i = 0; i < 3; ++i)
      heads[i] = torch::zeros({1, kWidth}, options_);
    std::vector<torch::Tensor> inputs(heads.begin(), heads.end());
    return runner_.run(inputs)[0];
  }

private:
  std::pair<torch::Tensor, torch::Tensor> pad() const {
    const auto count = static_cast<int64_t>(rows_.size());
    std::vector<torch::Tensor> all = rows_;
    for (int64_t i = count; i < kMaxBatch; ++i)
      all.push_back(padding_[i]);
    auto mask = torch::zeros({kMaxBatch}, torch::kBool);
    mask.slice(0, 0, count).fill_(true);
    return std::make_pair(torch::cat(all), mask.to(torch::Device(torch::kCUDA, gpu_)));
  }

  const int gpu_;
  torch::TensorOptions options_;
  torch::inductor::AOTIModelContainerRunnerCuda runner_;
  std::vector<torch::Tensor> rows_, padding_;
};
