#pragma once
#include <string>
#include <torch/torch.h>
#include <utility>
#include <vector>

namespace ranker {
struct Request {
  std::vector<float> features;
  std::vector<int64_t> items;
  int64_t user = 0;
};
// What the model of a request takes.
std::vector<torch::Tensor> make_inputs(const Request &request);
torch::Tensor user_tensor(int64_t user, torch::Device device);
torch::TensorOptions item_options();
std::pair<torch::Tensor, torch::Tensor> make_context(const Request &request);
} // namespace ranker
