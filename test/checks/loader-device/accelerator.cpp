// What is on the current device is where the loader, which is told no index, loads
// the model.
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

using Loader = torch::inductor::AOTIModelPackageLoader;
namespace at::accelerator {
c10::DeviceIndex getDeviceIndex();
void setDeviceIndex(c10::DeviceIndex);
} // namespace at::accelerator

void follows() {
  Loader Model("model.pt2");
  const at::Device Current(at::kCUDA, at::accelerator::getDeviceIndex());
  Model.run({at::zeros({8, 16}, Current)});
}
void sets(int Rank) {
  at::accelerator::setDeviceIndex(Rank);
  Loader Model("model.pt2");
  Model.run({at::zeros({8, 16}, at::Device(at::kCUDA, Rank))});
}
