// What the parameters of one torch are not in another.
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t --check-suffix=22 --unsafe-fixes --torch-version=2.2 -- -DMOCK_TORCH_MINOR=2
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t --check-suffix=26 --torch-version=2.6 -- -DMOCK_TORCH_MINOR=6
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t --check-suffix=27 --torch-version=2.7 -- -DMOCK_TORCH_MINOR=7
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t --check-suffix=214 --torch-version=2.14 -- -DMOCK_TORCH_MINOR=14
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
using Loader = torch::inductor::AOTIModelPackageLoader;
using Cpu = torch::inductor::AOTIModelContainerRunnerCpu;
using Cuda = torch::inductor::AOTIModelContainerRunnerCuda;

#if MOCK_TORCH_MINOR == 2
void cubinDirIsThird() {
  Cpu Package("m.pt2");
  // CHECK-MESSAGES-22: :[[@LINE-1]]:15: warning: {{.*}} pass the .so that 'aot_compile' wrote
  auto None = std::make_unique<Cuda>("m.so", 0);
  // CHECK-MESSAGES-22: :[[@LINE-1]]:46: warning: num_models is 0, on which the constructor throws
  Cuda Right("m.so", 1, "./cubins");
  Cuda Null("m.so", 1, nullptr);
}
#endif

#if MOCK_TORCH_MINOR == 6
void twoConstructors() {
  Loader Named("m.pt2", "cuda:1");
  // CHECK-MESSAGES-26: :[[@LINE-1]]:25: warning: "cuda:1" is the model_name, not a device: the constructor throws "No AOTInductor generate cpp file or so file found in zip archive", unless the package has a model of that name; drop it, the device comes from the package [aoti-loader-arguments]
  auto Unique = std::make_unique<Loader>("m.so");
  // CHECK-MESSAGES-26: :[[@LINE-1]]:42: warning: {{.*}} a .so is a shared library
  Cuda Third("m.so", 1, "cubins/");
  // CHECK-MESSAGES-26: :[[@LINE-1]]:25: warning: "cubins/" is the device_str
  Loader Right("m.pt2", "model");
  Cuda Device("m.so", 1, "cuda:0", "cubins/");
}
#endif

#if MOCK_TORCH_MINOR == 7
void noRunnersYet() {
  Loader Indexed("m.pt2", "model", "cuda:1");
  // CHECK-MESSAGES-27: :[[@LINE-1]]:36: warning: "cuda:1" becomes 'run_single_threaded = true'; drop it, the device comes from the package, and its index can be chosen since torch 2.8 [aoti-loader-arguments]
  Loader Number("m.pt2", "model", 4);
  // CHECK-MESSAGES-27: :[[@LINE-1]]:35: warning: 4 becomes 'run_single_threaded = true'; pass true or false
  // Throws from 2.8 on; 2.7 runs one of the models.
  Cpu Many("m.so", 4, true);
  Loader Right("m.pt2", "model", true);
}
#endif

#if MOCK_TORCH_MINOR == 14
void constantsOverload(std::unordered_map<std::string, at::Tensor> &Constants) {
  Cpu Direct("m.so", 1, "cpu");
  // CHECK-MESSAGES-214: :[[@LINE-1]]:25: warning: "cpu" becomes
  // CHECK-FIXES-214: {{^}}  Cpu Direct("m.so", 1);
  auto Unique = std::make_unique<Cpu>("m.so", 1, "cpu");
  // CHECK-MESSAGES-214: :[[@LINE-1]]:50: warning: "cpu" becomes
  // CHECK-FIXES-214: {{^}}  auto Unique = std::make_unique<Cpu>("m.so", 1);
  Cpu Right("m.so", 4, Constants);
  auto Forwarded = std::make_unique<Cpu>("m.so", 4, Constants);
}
#endif
