// ewanwm/nuTens: the use of the stream is near the end of the file.
// RUN: %check_aoti_tidy %s aoti-example-inputs %t
#include <fstream>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
std::unique_ptr<torch::inductor::AOTIModelPackageLoader> load(std::string path, const char *data, long size) {
  std::ofstream file(path, std::ios::binary);
  // CHECK-MESSAGES: :[[@LINE+2]]:10: warning: 'file' is still open
  file.write(data, size);
  return std::make_unique<torch::inductor::AOTIModelPackageLoader>(path);
}
