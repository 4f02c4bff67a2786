// A loader that is made for each request, a guard that is entered once, and the
// first number of a call spec: pytorch/pytorch#191715, #169154,
// triton-inference-server/pytorch_backend#185, hosts with 'static InferenceMode'.
// RUN: %check_aoti_tidy %s aoti-example-inputs %t
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;

namespace c10 {
struct InferenceMode {
  InferenceMode(bool enabled = true);
  ~InferenceMode();
};
} // namespace c10

struct Config {
  std::string path;
  int device;
};

// Hits.

void infer(const at::Tensor &x) {
  static c10::InferenceMode mode;
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'mode' is static: the first thread that comes here enters InferenceMode and never leaves it, and no other enters it; make it a local variable [aoti-example-inputs]
  static Loader loader("net.pt2");
  loader.run({x});
}

void classify(const std::vector<at::Tensor> &images) {
  for (const auto &image : images) {
    Loader loader("net.pt2");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the package is unpacked and loaded for each 'image', and each time its weights stay in memory until the program ends; load it once, before [aoti-example-inputs]
    loader.run({image});
  }
}

void classifyBy(const std::string &path, const std::vector<at::Tensor> &images) {
  for (const auto &image : images) {
    auto loader = std::make_unique<Loader>(path);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: the package is unpacked and loaded for each 'image'
    loader->run({image});
  }
}

void numbered(const std::vector<at::Tensor> &images) {
  for (size_t i = 0; i < images.size(); ++i) {
    Loader loader("net.pt2");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the package is unpacked and loaded for each 'i'
    // CHECK-MESSAGES: :[[@LINE-3]]:3: note: in this loop
    loader.run({images[i]});
  }
}

static at::Tensor score(const at::Tensor &x) {
  Loader loader("net.pt2");
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the package is unpacked and loaded for each 'image'
  return loader.run({x})[0];
}
void scores(const std::vector<at::Tensor> &images) {
  for (const auto &image : images)
    // CHECK-MESSAGES: :[[@LINE-1]]:3: note: in this loop
    score(image);
}

size_t count(Loader &loader) {
  std::string spec = loader.get_call_spec()[0];
  return std::stoul(spec.substr(spec.find('[') + 1));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the first number of get_call_spec() is the version of its format, not how many inputs there are
}

// Near misses.

void inferHere(const at::Tensor &x) {
  c10::InferenceMode mode;
  static thread_local c10::InferenceMode each;
  static Loader loader("net.pt2");
  loader.run({x});
}

void perPackage(const std::vector<Config> &configs) {
  for (const auto &config : configs) {
    Loader loader(config.path);
    const std::string path = config.path + ".pt2";
    Loader other(path);
    Loader here("net.pt2", "model", false, 1, config.device);
  }
}

void once(const std::vector<at::Tensor> &images) {
  std::unique_ptr<Loader> loader;
  for (const auto &image : images) {
    if (!loader)
      loader = std::make_unique<Loader>("net.pt2");
    static Loader kept("net.pt2");
    loader->run({image});
    kept.run({image});
  }
}

void first(const std::vector<at::Tensor> &images) {
  for (const auto &image : images) {
    Loader loader("net.pt2");
    loader.run({image});
    break;
  }
}

void measured(const std::vector<int> &turns) {
  for (int turn : turns)
    Loader loader("net.pt2");
}

void kept(const std::vector<at::Tensor> &images,
          std::vector<std::unique_ptr<Loader>> &pool) {
  for (const auto &image : images)
    pool.push_back(std::make_unique<Loader>("net.pt2"));
}

void workers(std::vector<std::unique_ptr<Loader>> &pool, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    auto loader = std::make_unique<Loader>("net.pt2");
    pool[i] = nullptr;
    pool.push_back(std::move(loader));
  }
}

static at::Tensor scoreOnce(const at::Tensor &x) {
  static Loader loader("net.pt2");
  return loader.run({x})[0];
}
static at::Tensor scoreBy(const std::string &path, const at::Tensor &x) {
  Loader loader(path);
  return loader.run({x})[0];
}
void others(const std::vector<at::Tensor> &images, const at::Tensor &x) {
  for (const auto &image : images) {
    scoreOnce(image);
    scoreBy("net.pt2", image);
    score(x);
  }
  for (int turn = 0; turn < 10; ++turn)
    Loader loader("net.pt2");
}

size_t version(Loader &loader, const std::string &text) {
  const std::string spec = loader.get_call_spec()[0];
  return std::stoul(text) + spec.find('[');
}

int main() {
  static c10::InferenceMode mode;
  Loader("net.pt2").run({});
}
