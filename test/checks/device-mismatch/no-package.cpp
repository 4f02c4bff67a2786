// What needs no package: an index that the loader does not get.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

void secondGpu(const std::string &Path) {
  Loader Model(Path);
  Model.run({at::zeros({8}, at::Device("cuda:1"))});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is on 'cuda:1', but the model is loaded on the current device; pass its index to the loader, as device_index [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: loaded without an index here; kernels that run on another device than their inputs fail with an illegal memory access
}

void chosenGpu(const std::string &Path, const at::Tensor &X, int Rank) {
  Runner Model(Path);
  const at::Device Device(at::kCUDA, Rank);
  Model.run({X.to(Device)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is on a CUDA device that is chosen at run time, but the model is loaded on the current device; pass its index to the loader, as device_str
}

// Near misses.

void firstGpu(const std::string &Path, const at::Tensor &X) {
  Loader Model(Path);
  Model.run({X.to(at::Device("cuda:0"))});
  Model.run({X.cuda()});
  Model.run({X.to(at::kCUDA)});
}

void indexGiven(const std::string &Path, const at::Tensor &X, int Rank) {
  Loader Model(Path, "model", false, 1, Rank);
  Model.run({X.to(at::Device(at::kCUDA, Rank))});
  Runner Raw(Path, 1, "cuda:1");
  Raw.run({X.to(at::Device("cuda:1"))});
}

// Which type it is, is not known either.
void anyDevice(const std::string &Path, const at::Tensor &X, at::Device Device) {
  Loader Model(Path);
  Model.run({X.to(Device)});
}
