// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A ranking service with the mistakes planted in it that hosts of AOTInductor
// packages really make. All of it compiles without a warning. './dev demo'
// shows what aoti-tidy says about it; serve_ok.cpp is the same service, right.
#include <ATen/core/Tensor.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runtime/interface.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int64_t kFeatures = 32;

struct Config {
  std::string package = "ranker.pt2";
  std::string fallbackPackage = "ranker_small.pt2";
  bool onlyCpu = false;
};

/// One user's candidates: an id and kFeatures features each.
struct Request {
  std::vector<int64_t> itemIds;
  std::vector<float> features;

  int64_t size() const { return static_cast<int64_t>(itemIds.size()); }
};

std::vector<at::Tensor> toInputs(Request &request) {
  return {at::from_blob(request.itemIds.data(), {request.size()}, at::kLong),
          at::from_blob(request.features.data(), {request.size(), kFeatures},
                        at::kFloat)};
}

class Ranker {
public:
  // "Four runners, and run them single-threaded": one excludes the other.
  explicit Ranker(const Config &config)
      : loader_(config.package, "model", /*run_single_threaded=*/true,
                /*num_runners=*/4) {}

  /// The first run is slow; make it before the first request comes in.
  void warmUp() {
    loader_.run({at::zeros({1}, at::kLong), at::zeros({1, kFeatures})});
    // From here on, check what clients send.
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", /*overwrite=*/1);
  }

  std::vector<float> rank(Request &request) {
    const at::Tensor scores = loader_.run(toInputs(request)).at(0);
    const float *data = scores.const_data_ptr<float>();
    return {data, data + scores.numel()};
  }

  /// Two popular items against each other; their features stay on the GPU.
  std::vector<float> compare(int64_t first, int64_t second) {
    const at::Tensor ids = at::arange(first, second + 1, second - first);
    const at::Tensor features = at::zeros({2, kFeatures}, at::kCUDA);
    const at::Tensor scores = loader_.run({ids, features}).at(0);
    const float *data = scores.const_data_ptr<float>();
    return {data, data + scores.numel()};
  }

private:
  torch::inductor::AOTIModelPackageLoader loader_;
};

/// The small model that answers when the big one fails.
std::unique_ptr<torch::inductor::AOTIModelPackageLoader>
makeFallback(const Config &config) {
  using torch::inductor::AOTIModelPackageLoader;
  if (config.onlyCpu)
    return std::make_unique<AOTIModelPackageLoader>(config.fallbackPackage,
                                                    "cpu");
  return std::make_unique<AOTIModelPackageLoader>(config.fallbackPackage,
                                                  "model", "cuda");
}

/// The model of last year, linked into the service.
AOTInductorModelContainerHandle makeLegacyRanker() {
  AOTInductorModelContainerHandle handle = nullptr;
  if (AOTInductorModelContainerCreate(&handle, /*num_models=*/2,
                                      /*is_cpu=*/true,
                                      /*cubin_dir=*/nullptr) != 0)
    throw std::runtime_error("the legacy model does not load");
  return handle;
}

void setUpDebugging(bool wanted) {
  if (wanted) {
    // Stop at the first NaN.
    setenv("TORCHINDUCTOR_NAN_ASSERTS", "1", 1);
  } else {
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "false", 1);
  }
}

/// A line of the request stream: item ids, separated by spaces.
Request parse(const std::string &line) {
  Request request;
  std::istringstream in(line);
  for (int64_t id = 0; in >> id;) {
    request.itemIds.push_back(id);
    request.features.insert(request.features.end(), kFeatures, 0.5F);
  }
  return request;
}

} // namespace

int main(int argc, char **argv) {
  Config config;
  if (argc > 1)
    config.package = argv[1];
  setUpDebugging(std::getenv("RANKER_DEBUG") != nullptr);
  try {
    Ranker ranker(config);
    ranker.warmUp();
    const auto fallback = makeFallback(config);
    const auto legacy = makeLegacyRanker();
    for (std::string line; std::getline(std::cin, line);) {
      Request request = parse(line);
      for (const float score : ranker.rank(request))
        std::cout << score << ' ';
      std::cout << '\n';
    }
    AOTInductorModelContainerDelete(legacy);
  } catch (const std::exception &error) {
    std::cerr << "ranker: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
