// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the bench lints: a host that includes what real hosts include, most of
// whose time in a linter goes into torch/torch.h. It has a few findings, so
// that two linters that are quick because they do nothing do not count as
// equal.
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/torch.h>

#include <cstdlib>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace bench {

using Loader = torch::inductor::AOTIModelPackageLoader;

struct ModelSpec {
  std::string path;
  std::string name = "model";
  std::size_t runners = 1;
};

/// Models by name, loaded on first use.
class Registry {
public:
  void add(const std::string &key, ModelSpec spec) {
    const std::lock_guard<std::mutex> lock(mutex_);
    specs_[key] = std::move(spec);
  }

  std::shared_ptr<Loader> get(const std::string &key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto &loader = loaders_[key];
    if (!loader) {
      const ModelSpec &spec = specs_.at(key);
      loader =
          std::make_shared<Loader>(spec.path, spec.name,
                                   /*run_single_threaded=*/false, spec.runners);
    }
    return loader;
  }

private:
  std::mutex mutex_;
  std::map<std::string, ModelSpec> specs_;
  std::map<std::string, std::shared_ptr<Loader>> loaders_;
};

torch::Tensor pad(const torch::Tensor &batch, int64_t to) {
  const int64_t missing = to - batch.size(0);
  if (missing <= 0)
    return batch;
  auto shape = batch.sizes().vec();
  shape[0] = missing;
  return torch::cat({batch, torch::zeros(shape, batch.options())});
}

template <typename Reduce>
std::vector<torch::Tensor> inBatches(Loader &loader, const torch::Tensor &all,
                                     int64_t size, Reduce reduce) {
  std::vector<torch::Tensor> results;
  for (const torch::Tensor &batch : all.split(size)) {
    auto outputs = loader.run({pad(batch, size)});
    results.push_back(reduce(outputs.at(0).slice(0, 0, batch.size(0))));
  }
  return results;
}

class Server {
public:
  explicit Server(Registry &registry) : registry_(registry) {}

  std::future<torch::Tensor> submit(const std::string &key,
                                    torch::Tensor input) {
    return std::async(std::launch::async, [this, key, input] {
      const c10::InferenceMode guard;
      const auto loader = registry_.get(key);
      return torch::cat(inBatches(*loader, input, 64, [](torch::Tensor part) {
        return torch::softmax(part, /*dim=*/1);
      }));
    });
  }

private:
  Registry &registry_;
};

// The findings.

Loader onCuda() { return Loader("reranker.pt2", "model", "cuda"); }

void checkNothing() { setenv("AOTI_RUNTIME_CHECK_INPUTS", "off", 1); }

} // namespace bench

int main() {
  bench::checkNothing();
  bench::Registry registry;
  registry.add("ranker", {"ranker.pt2", "model", 4});
  bench::Server server(registry);
  auto scores = server.submit("ranker", torch::randn({100, 32}));
  std::cout << scores.get().sizes() << '\n';
  return 0;
}
