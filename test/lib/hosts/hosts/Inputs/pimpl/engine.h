#pragma once
#include "inputs.h"
#include <memory>
#include <string>
#include <torch/torch.h>

namespace ranker {
class Engine {
public:
  Engine(const std::string &ranker, const std::string &user);
  ~Engine();
  torch::Tensor rank(const Request &request);
  torch::Tensor embed(const Request &request);
  torch::Tensor context(const Request &request);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};
} // namespace ranker
