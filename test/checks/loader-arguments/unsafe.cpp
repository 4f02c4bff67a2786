// RUN: %check_aoti_tidy %s aoti-loader-arguments %t --unsafe-fixes
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
using Loader = torch::inductor::AOTIModelPackageLoader;
using Cuda = torch::inductor::AOTIModelContainerRunnerCuda;

void fixes(const char *Given) {
  Loader A("m.pt2", "cuda");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: "cuda" is the model_name
  // CHECK-FIXES: {{^}}  Loader A("m.pt2");
  Loader B("m.pt2", "cuda:1");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: "cuda:1" is the model_name
  Loader C("m.pt2", "model", "cuda:1");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: "cuda:1" becomes
  Loader D("m.pt2", "cuda", "cuda");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: "cuda" is the model_name
  // CHECK-MESSAGES: :[[@LINE-2]]:{{[0-9]+}}: warning: "cuda" becomes
  // CHECK-FIXES: {{^}}  Loader D("m.pt2");
  Loader E("m.pt2", "model", Given);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'const char *' becomes
  Loader F("m.pt2", "model", 4);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 4 becomes
  auto G = std::make_unique<Loader>("m.pt2", "model", "true", 2);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: "true" becomes
  // An index with runners after it: no place for it that is certain.
  Loader H("m.pt2", "model", "cuda:1", 2);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: "cuda:1" becomes
  // CHECK-FIXES: {{^}}  Loader H("m.pt2", "model", "cuda:1", 2);
  // No device_index could hold it.
  Loader Large("m.pt2", "model", "cuda:300");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: "cuda:300" becomes
  // CHECK-FIXES: {{^}}  Loader Large("m.pt2", "model", "cuda:300");
  Cuda I("m.so", 1, "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'AOTIModelContainerRunnerCuda' runs
  // CHECK-FIXES: {{^}}  Cuda I("m.so", 1, "cuda");
  Cuda J("m.so", 1, "./cubins");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: "./cubins" is the device_str
  // CHECK-FIXES: {{^}}  Cuda J("m.so", 1, "./cubins");
}
