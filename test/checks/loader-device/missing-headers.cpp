// One file by itself, without the include paths of its project: what is made of names
// that nothing declares is no call that the compiler knows. Forms of UFcompressor/CAESAR
// (models/model_cache.h, caesar_compress.cpp).
// RUN: not %aoti_tidy --quiet --checks=-*,aoti-loader-device --torch-include %torch_mock %s | FileCheck %s --implicit-check-not=warning:
#include "model_utils.h"
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
using torch::inductor::AOTIModelPackageLoader;

class Cache {
public:
  static Cache &instance() {
    static Cache Only;
    return Only;
  }
  AOTIModelPackageLoader *compressor() {
    if (!Compressor)
      // CHECK: [[@LINE+1]]:20: warning: 'AOTIModelPackageLoader' {{.*}}'Device'
      Compressor = std::make_unique<AOTIModelPackageLoader>(
          get_model_file("compressor.pt2").string());
    return Compressor.get();
  }
  // Nobody takes it beside a device.
  AOTIModelPackageLoader *other() {
    if (!Other)
      Other = std::make_unique<AOTIModelPackageLoader>(
          get_model_file("other.pt2").string());
    return Other.get();
  }

private:
  std::unique_ptr<AOTIModelPackageLoader> Compressor, Other;
};

class Compression {
public:
  explicit Compression(at::Device Device)
      : Device(Device), Model(Cache::instance().compressor()) {}

private:
  at::Device Device;
  AOTIModelPackageLoader *Model;
};

// Near misses: a guard, the index.
void guarded(at::Device Device) {
  const c10::DeviceGuard Guard(Device);
  auto Model = std::make_unique<AOTIModelPackageLoader>(fileOf("a.pt2").string());
}
void given(at::Device Device) {
  auto Model = std::make_unique<AOTIModelPackageLoader>(
      fileOf("a.pt2").string(), "model", false, 1, Device.index());
}
