// The process sees one GPU alone, so that is the current one: nothing to find here.
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <cstdlib>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

using Loader = torch::inductor::AOTIModelPackageLoader;

std::unique_ptr<Loader> open(const std::string &path, int gpu_id) {
  setenv("CUDA_VISIBLE_DEVICES", std::to_string(gpu_id).c_str(), 1);
  return std::make_unique<Loader>(path);
}
