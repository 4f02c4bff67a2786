// The real headers, whose string and index types are not the mock's.
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch=%torch_include
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>

void wrong(const std::string &Dir) {
  torch::inductor::AOTIModelPackageLoader Stack("m.pt2", "model", "cuda");
  // CHECK-MESSAGES: :[[@LINE-1]]:67: warning: "cuda" becomes 'run_single_threaded = true'
  // CHECK-FIXES: {{^}}  torch::inductor::AOTIModelPackageLoader Stack("m.pt2", "model");
  auto Heap = std::make_unique<torch::inductor::AOTIModelPackageLoader>(
      Dir + "/m.so", "model", false, 0, -2);
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}} a .so is a shared library
  // CHECK-MESSAGES: :[[@LINE-2]]:38: warning: num_runners is 0
  // CHECK-MESSAGES: :[[@LINE-3]]:41: warning: device_index is -2
  torch::inductor::AOTIModelContainerRunnerCpu Runner("m.so", 1, "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:66: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  torch::inductor::AOTIModelContainerRunnerCpu Runner("m.so", 1);
}

void right(const std::string &Path) {
  torch::inductor::AOTIModelPackageLoader Loader(Path, "model", false, 2, 0);
  torch::inductor::AOTIModelContainerRunnerCpu Runner("m.so", 4, false);
}
