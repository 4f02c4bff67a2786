// Classes that are templates, with an instance or without (a plugin of a molecular
// dynamics code).
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
using Loader = torch::inductor::AOTIModelPackageLoader;

template <bool HasCell> class Pair {
public:
  explicit Pair(int Rank);
  void load(const std::string &Path);

private:
  at::Device Device = at::kCPU;
  std::unique_ptr<Loader> Model;
};
template <bool HasCell> Pair<HasCell>::Pair(int Rank) {
  int Index = -1;
  if (Rank >= 0)
    Index = Rank;
  Device = at::Device(at::kCUDA, Index);
}
template <bool HasCell> void Pair<HasCell>::load(const std::string &Path) {
  Model = std::make_unique<Loader>(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Device'; pass its index as device_index
}

// The same once, though it has an instance.
template <typename Scalar> class Used {
public:
  Used(const std::string &Path, at::Device On) : Device(On) {
    Model = std::make_unique<Loader>(Path);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'On'; pass its index as device_index
  }

private:
  at::Device Device;
  std::unique_ptr<Loader> Model;
};
template class Used<float>;

// A type of devices alone.
template <bool HasCell> class OfType {
public:
  OfType() { Device = torch::cuda::is_available() ? at::kCUDA : at::kCPU; }
  void load(const std::string &Path) { Model = std::make_unique<Loader>(Path); }

private:
  at::Device Device = at::kCPU;
  std::unique_ptr<Loader> Model;
};

// The index is passed.
template <bool HasCell> class Indexed {
public:
  explicit Indexed(at::Device On) : Device(On) {}
  void load(const std::string &Path) {
    Model = std::make_unique<Loader>(Path, "model", false, 1, Device.index());
  }

private:
  at::Device Device;
  std::unique_ptr<Loader> Model;
};
