#include "inputs.h"

namespace ranker {
static torch::Tensor feature_tensor(const Request &request) {
  auto x = torch::from_blob(const_cast<float *>(request.features.data()), {1, 16}, torch::kFloat32);
  return x.clone();
}

std::vector<torch::Tensor> make_inputs(const Request &request) {
  std::vector<torch::Tensor> inputs;
  inputs.reserve(2);
  inputs.push_back(feature_tensor(request));
  inputs.push_back(torch::from_blob(const_cast<int64_t *>(request.items.data()), {static_cast<int64_t>(request.items.size())}, item_options()).clone());
  return inputs;
}

torch::Tensor user_tensor(int64_t user, torch::Device device) {
  return torch::full({1}, user, torch::TensorOptions().dtype(torch::kLong).device(device));
}

torch::TensorOptions item_options() { return torch::TensorOptions().dtype(torch::kInt64); }

std::pair<torch::Tensor, torch::Tensor> make_context(const Request &request) {
  return {torch::full({1}, request.user, torch::kLong), torch::ones({1, 4})};
}
} // namespace ranker
