// A loader without an index follows the current device, which this file sets.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

extern "C" int cudaSetDevice(int Device);

void perRank(const std::string &Path, const at::Tensor &X, int Rank) {
  cudaSetDevice(Rank);
  torch::inductor::AOTIModelPackageLoader Model(Path);
  Model.run({X.to(at::Device(at::kCUDA, Rank))});
}
