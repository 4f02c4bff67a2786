// The class and what it is made of are in two files, and its inputs in a third.
#include "engine.h"
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>

namespace ranker {
class Engine::Impl {
public:
  Impl(const std::string &ranker, const std::string &user) : ranker_(ranker), user_(user) {}
  torch::Tensor rank(const Request &request) {
    // BAD: make_inputs() makes them on the CPU.
    return ranker_.run(make_inputs(request))[0];
  }
  torch::Tensor rank_moved(const Request &request) {
    auto inputs = make_inputs(request);
    for (auto &input : inputs)
      input = input.to(device_);
    return ranker_.run(inputs)[0];
  }
  torch::Tensor embed(const Request &request) {
    return user_.run({user_tensor(request.user, torch::kCPU)})[0];
  }
  torch::Tensor context(const Request &request) {
    auto [user, weights] = make_context(request);
    return ranker_.run({user.to(device_), weights.to(device_)})[0];
  }

private:
  const torch::Device device_ = torch::kCUDA;
  torch::inductor::AOTIModelContainerRunnerCuda ranker_;
  torch::inductor::AOTIModelPackageLoader user_;
};

Engine::Engine(const std::string &ranker, const std::string &user) : impl_(std::make_unique<Impl>(ranker, user)) {}
Engine::~Engine() = default;
torch::Tensor Engine::rank(const Request &request) {
  impl_->rank(request);
  return impl_->rank_moved(request);
}
torch::Tensor Engine::embed(const Request &request) { return impl_->embed(request); }
torch::Tensor Engine::context(const Request &request) { return impl_->context(request); }
} // namespace ranker
