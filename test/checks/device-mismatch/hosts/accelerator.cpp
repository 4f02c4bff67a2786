// The current device is set, or asked for, by the names that torch has for all
// accelerators: the loader, which is told no index, follows it.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

using Loader = torch::inductor::AOTIModelPackageLoader;
namespace c10 {
struct Stream {};
struct StreamGuard {
  explicit StreamGuard(Stream);
  ~StreamGuard();
};
} // namespace c10
namespace at::accelerator {
c10::DeviceIndex getDeviceIndex();
c10::Stream getCurrentStream(c10::DeviceIndex);
} // namespace at::accelerator

void onSecond() {
  Loader Model("model.pt2");
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: input 0 is on 'cuda:1', but the model is loaded on the current device; pass its index to the loader, as device_index [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE+2]]:14: note: the device is chosen here
  // CHECK-MESSAGES: :[[@LINE+1]]:9: note: the model runs here
  Model.run({at::zeros({8, 16}, at::Device(at::kCUDA, 1))});
}
void underGuard(c10::Stream OfSecond) {
  c10::StreamGuard Guard(OfSecond);
  Loader Model("model.pt2");
  Model.run({at::zeros({8, 16}, at::Device(at::kCUDA, 1))});
}
