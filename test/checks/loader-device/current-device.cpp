// What makes a device the current one somewhere in the file, or asks for it.
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

using Loader = torch::inductor::AOTIModelPackageLoader;
int cudaSetDevice(int);

class Server {
public:
  Server(const std::string &Path, at::Device Where) { Model = std::make_unique<Loader>(Path); }

private:
  std::unique_ptr<Loader> Model;
};
void start(const std::string &Path, int Rank) {
  cudaSetDevice(Rank);
  Server One(Path, at::Device(at::kCUDA, Rank));
}
