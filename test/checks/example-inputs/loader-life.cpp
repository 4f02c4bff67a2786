// A loader that is made for each request, and a guard that is entered once:
// pytorch/pytorch#191715, #169154, hosts with 'static InferenceMode'.
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
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the package is unpacked and loaded for each 'image', and each time its weights stay in memory until the program ends; load it once, before the loop [aoti-example-inputs]
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

void prepared(const std::vector<at::Tensor> &images) {
  static const std::string path = "net.pt2";
  for (const auto &image : images) {
    const std::vector<at::Tensor> inputs{image};
    Loader loader(path, "model");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the package is unpacked and loaded for each 'image'
    auto outputs = loader.run(inputs);
  }
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

// Loops that count: over devices, packages, workers.
void setDevice(int device);
void writePackage(const std::string &path, const at::Tensor &x);
std::string nextPath();
void numbered(const std::vector<at::Tensor> &images) {
  for (size_t i = 0; i < images.size(); ++i) {
    Loader loader("net.pt2");
    loader.run({images[i]});
  }
}

static at::Tensor score(const at::Tensor &x) {
  Loader loader("net.pt2");
  return loader.run({x})[0];
}
void scores(const std::vector<at::Tensor> &images) {
  for (const auto &image : images)
    score(image);
}

struct Bench {
  std::string path_;
  void one(const at::Tensor &x) {
    Loader loader(path_);
    loader.run({x});
  }
  void all(const std::vector<at::Tensor> &images) {
    for (const auto &image : images) {
      path_ = nextPath();
      one(image);
    }
    for (const auto &image : images) {
      Loader loader(path_);
      loader.run({image});
      path_ = nextPath();
    }
  }
};

void anotherPath(const std::vector<at::Tensor> &images, std::string path) {
  for (const auto &image : images) {
    path = nextPath();
    Loader loader(path);
    loader.run({image});
  }
  for (const auto &image : images) {
    Loader loader(path);
    loader.run({image});
    path = nextPath();
  }
  for (const auto &image : images) {
    Loader loader(nextPath());
    loader.run({image});
  }
}

void skipped(const std::vector<int> &numbers, const at::Tensor &x) {
  for (int number : numbers) {
    switch (number) {
    case 3: {
      Loader loader("net.pt2");
      loader.run({x});
    }
    default:;
    }
  }
  for (int number : numbers) {
    if (number != 3)
      continue;
    Loader loader("net.pt2");
    loader.run({x});
  }
}

struct DeviceGuard {
  DeviceGuard(int device);
  ~DeviceGuard();
};
void devices(const std::vector<int> &gpus, const at::Tensor &x) {
  for (int gpu : gpus) {
    setDevice(gpu);
    Loader loader("net.pt2");
    loader.run({x});
  }
  for (int gpu : gpus) {
    DeviceGuard guard(gpu);
    Loader loader("net.pt2");
    loader.run({x});
  }
}

void rewritten(const std::vector<at::Tensor> &images) {
  for (const auto &image : images) {
    writePackage("net.pt2", image);
    Loader loader("net.pt2");
    loader.run({image});
  }
  for (const auto &image : images) {
    Loader loader("net.pt2");
    loader.run({image});
    writePackage("net.pt2", image);
  }
}

struct Worker {
  std::unique_ptr<Loader> loader;
};
void stored(const std::vector<at::Tensor> &images, std::vector<Loader *> &pool,
            std::vector<Worker> &workers) {
  for (const auto &image : images) {
    auto *loader = new Loader("net.pt2");
    loader->run({image});
    pool.push_back(loader);
  }
  for (const auto &image : images) {
    auto *loader = new Loader("net.pt2");
    loader->run({image});
    pool[0] = loader;
  }
  for (const auto &image : images) {
    auto loader = std::make_unique<Loader>("net.pt2");
    loader->run({image});
    workers[0].loader = std::move(loader);
  }
}

int main() {
  static c10::InferenceMode mode;
  Loader("net.pt2").run({});
}
