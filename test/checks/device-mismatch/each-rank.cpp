// A loader for each GPU that is told no index: all of them are on the current one,
// unless what makes or calls them has a guard.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <vector>

namespace c10 {
struct DeviceGuard {
  explicit DeviceGuard(Device);
  ~DeviceGuard();
};
} // namespace c10

using Loader = torch::inductor::AOTIModelPackageLoader;

// Hits.

class Ensemble {
public:
  Ensemble(const std::string &Path, int Count) {
    for (int Rank = 0; Rank < Count; ++Rank) {
      Plain.push_back(std::make_unique<Loader>(Path));
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: input 0 is on a CUDA device that is chosen at run time, but the model is loaded on the current device; pass its index to the loader, as device_index [aoti-device-mismatch]
      // CHECK-MESSAGES: :[[@LINE+8]]:25: note: the device is chosen here
      // CHECK-MESSAGES: :[[@LINE+7]]:20: note: the model runs here; kernels that run on another device than their inputs fail with an illegal memory access
    }
  }
  void step(const at::Tensor &X) {
    for (size_t Rank = 0; Rank < Plain.size(); ++Rank) {
      const auto Device = at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(Rank));
      const auto Zeros = at::zeros({1, 4}, at::TensorOptions().device(Device));
      Plain[Rank]->run({X.to(Device), Zeros});
    }
  }

private:
  std::vector<std::unique_ptr<Loader>> Plain;
};

// Near misses.

void onlyTheFirst(const std::string &Path, const at::Tensor &X, int Count) {
  Loader Model(Path);
  for (int Rank = 0; Rank < Count; ++Rank) {
    const at::Device Device(at::kCUDA, Rank);
    if (Rank == 0)
      Model.run({X.to(Device)});
    const at::Tensor Y = X.to(Device);
    if (Rank != 0)
      continue;
    Model.run({Y});
  }
}
void firstByBranch(const std::string &Path, const at::Tensor &X, int Count) {
  Loader Model(Path);
  for (int Rank = 0; Rank < Count; ++Rank) {
    if (Rank) {
      Loader Own(Path, "model", false, 1, Rank);
      Own.run({X.to(at::Device(at::kCUDA, Rank))});
    } else {
      Model.run({X.to(at::Device(at::kCUDA, Rank))});
    }
  }
}

void told(const std::string &Path, const at::Tensor &X, int Count) {
  std::vector<std::unique_ptr<Loader>> Models;
  for (int Rank = 0; Rank < Count; ++Rank)
    Models.push_back(std::make_unique<Loader>(Path, "model", false, 1, Rank));
  for (int Rank = 0; Rank < Count; ++Rank) {
    const at::Device Device(at::kCUDA, Rank);
    Models[Rank]->run({X.to(Device)});
  }
}

// The first one, whichever way.
void sameDevice(const std::string &Path, const at::Tensor &X, bool Named, int Count) {
  Loader Model(Path);
  for (int I = 0; I < Count; ++I) {
    const at::Device Device = Named ? at::Device(at::kCUDA, 0) : at::Device(at::kCUDA);
    Model.run({X.to(Device)});
  }
}

// A guard counts for all that its function makes or calls, wherever it lives.
void outside(const std::string &Path, const at::Tensor &X, int Rank) {
  const at::Device Device(at::kCUDA, Rank);
  c10::DeviceGuard Guard(Device);
  std::unique_ptr<Loader> Model;
  if (!Path.empty()) {
    Model = std::make_unique<Loader>(Path);
    Model->run({X.to(Device)});
  }
}
std::unique_ptr<Loader> load(const std::string &Path) { return std::make_unique<Loader>(Path); }
void byFunction(const std::string &Path, const at::Tensor &X, int Count) {
  for (int Rank = 0; Rank < Count; ++Rank) {
    const at::Device Device(at::kCUDA, Rank);
    c10::DeviceGuard Guard(Device);
    auto Model = load(Path);
    Model->run({X.to(Device)});
  }
}
void byLambda(const std::string &Path, const at::Tensor &X, int Rank) {
  const at::Device Device(at::kCUDA, Rank);
  c10::DeviceGuard Guard(Device);
  const auto Made = [&] { return std::make_unique<Loader>(Path); };
  auto Model = Made();
  Model->run({X.to(Device)});
}
