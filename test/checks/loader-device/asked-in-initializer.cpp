// The device is the one that the package was compiled for (a framework of a physics
// experiment).
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

class Model {
public:
  explicit Model(const std::string &Path)
      : Package(Path),
        Device(at::Device(Package.get_metadata()["AOTI_DEVICE_KEY"])) {}

private:
  torch::inductor::AOTIModelPackageLoader Package;
  at::Device Device;
};
