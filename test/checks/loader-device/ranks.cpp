// A plugin of which each rank of MPI has its own GPU.
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <map>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunnerCuda;
namespace c10::cuda {
struct CUDAGuard {
  explicit CUDAGuard(c10::Device);
  ~CUDAGuard();
};
} // namespace c10::cuda
int rankOfNode();

// The index of the device is the rank; the loader is told none.
class Pair {
public:
  Pair() {
    if (torch::cuda::is_available()) {
      int Index = -1;
      if (rankOfNode() > 0)
        Index = rankOfNode();
      Device = at::Device(at::kCUDA, Index);
    } else {
      Device = at::kCPU;
    }
  }
  void coefficients(const std::string &Path) {
    Model = std::make_unique<Loader>(Path);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Device'; pass its index as device_index
  }
  void compute(const at::Tensor &Positions) {
    Atoms["positions"] = Positions.to(Device);
    std::vector<at::Tensor> Inputs;
    for (const std::string &Name : Order)
      Inputs.push_back(Atoms.at(Name));
    Model->run(Inputs);
  }

private:
  at::Device Device = at::kCPU;
  std::vector<std::string> Order;
  std::map<std::string, at::Tensor> Atoms;
  std::unique_ptr<Loader> Model;
};

// As it should be.
class PairWithIndex {
public:
  PairWithIndex() : Device(at::kCUDA, rankOfNode()) {}
  void coefficients(const std::string &Path) {
    Model = std::make_unique<Loader>(Path, "model", false, 1, Device.index());
  }
  void compute(const at::Tensor &X) { Model->run({X.to(Device)}); }

private:
  at::Device Device;
  std::unique_ptr<Loader> Model;
};

// Its device is the current one while the model is loaded.
class PairUnderGuard {
public:
  PairUnderGuard() : Device(at::kCUDA, rankOfNode()) {}
  void coefficients(const std::string &Path) {
    c10::cuda::CUDAGuard Guard(Device);
    load(Path);
  }
  void compute(const at::Tensor &X) { Model->run({X.to(Device)}); }

private:
  void load(const std::string &Path) { Model = std::make_unique<Loader>(Path); }
  at::Device Device;
  std::unique_ptr<Loader> Model;
};

// The guard comes too late: the model is loaded already.
class GuardedRun {
public:
  GuardedRun(const std::string &Path) : Device(at::kCUDA, rankOfNode()), Model(Path) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:74: warning: 'AOTIModelContainerRunnerCuda' loads on the current GPU, which need not be that of 'rankOfNode()'; pass its index as device_str
  void compute(const at::Tensor &X) {
    c10::cuda::CUDAGuard Guard(Device);
    Model.run({X.to(Device)});
  }

private:
  at::Device Device;
  Runner Model;
};

// The one device that there is.
class FirstDevice {
public:
  FirstDevice(const std::string &Path) : Device(at::kCUDA, 0), Model(Path) {}
  void compute(const at::Tensor &X) { Model.run({X.to(Device)}); }

private:
  at::Device Device;
  Loader Model;
};

// A loader for each GPU, in a list.
void onEachGpu(const std::string &Path, const at::Tensor &X, int Count) {
  std::vector<std::unique_ptr<Loader>> Models;
  for (int I = 0; I < Count; ++I)
    Models.push_back(std::make_unique<Loader>(Path));
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'I'
  for (int I = 0; I < Count; ++I)
    Models[I]->run({X.to(at::Device(at::kCUDA, I))});
}

void onEachGpuByIndex(const std::string &Path, const at::Tensor &X, int Count) {
  std::vector<std::unique_ptr<Loader>> Models;
  for (int I = 0; I < Count; ++I)
    Models.push_back(std::make_unique<Loader>(Path, "model", false, 1, I));
  for (int I = 0; I < Count; ++I)
    Models[I]->run({X.to(at::Device(at::kCUDA, I))});
}
