// The index that the tensors get is that of the current device, as the loader's.
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

extern "C" int cudaGetDevice(int *Device);

class Server {
public:
  Server(const std::string &Path) : Model(Path), Device(at::kCUDA, current()) {}
  void serve(const at::Tensor &X) { Model.run({X.to(Device)}); }

private:
  static int current() {
    int Index = 0;
    cudaGetDevice(&Index);
    return Index;
  }
  torch::inductor::AOTIModelPackageLoader Model;
  at::Device Device;
};
