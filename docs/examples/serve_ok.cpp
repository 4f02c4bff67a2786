// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ranking service of serve.cpp without its mistakes: aoti-tidy is silent.
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/torch.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int64_t kFeatures = 32;

struct Config {
  std::string package = "ranker.pt2";
};

/// One user's candidates: an id and kFeatures features each.
struct Request {
  std::vector<int64_t> itemIds;
  std::vector<float> features;

  int64_t size() const { return static_cast<int64_t>(itemIds.size()); }
};

std::vector<at::Tensor> toInputs(Request &request) {
  return {
      torch::from_blob(request.itemIds.data(), {request.size()}, torch::kLong),
      torch::from_blob(request.features.data(), {request.size(), kFeatures},
                       torch::kFloat)};
}

class Ranker {
public:
  // Four requests at a time. The device comes from the package.
  explicit Ranker(const Config &config)
      : loader_(config.package, "model", /*run_single_threaded=*/false,
                /*num_runners=*/4) {}

  /// The first run is slow; make it before the first request comes in.
  void warmUp() {
    loader_.run(
        {torch::zeros({2}, torch::kLong), torch::zeros({2, kFeatures})});
  }

  std::vector<float> rank(Request &request) {
    const at::Tensor scores = loader_.run(toInputs(request)).at(0);
    const auto *data = scores.const_data_ptr<float>();
    return {data, data + scores.numel()};
  }

private:
  torch::inductor::AOTIModelPackageLoader loader_;
};

/// Before the first run, which is when a package reads the flag. Checks that
/// act when a model is compiled, as TORCHINDUCTOR_NAN_ASSERTS, belong into
/// make_package.py.
void setUpDebugging(bool wanted) {
  setenv("AOTI_RUNTIME_CHECK_INPUTS", wanted ? "1" : "0", /*overwrite=*/1);
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
    for (std::string line; std::getline(std::cin, line);) {
      Request request = parse(line);
      for (const float score : ranker.rank(request))
        std::cout << score << ' ';
      std::cout << '\n';
    }
  } catch (const std::exception &error) {
    std::cerr << "ranker: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
