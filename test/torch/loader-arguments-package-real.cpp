// RUN: rm -rf %t && mkdir %t
// RUN: %python %test_root/Inputs/make_package.py %t/ranker.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t/host --torch %torch_include
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

void serve() {
  torch::inductor::AOTIModelPackageLoader First("ranker.pt2", "model", false, 1, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:82: warning: device_index is 0, and the package is compiled for the CPU
  // CHECK-MESSAGES: :[[@LINE-2]]:49: note: '{{.*}}ranker.pt2' records AOTI_DEVICE_KEY "cpu"
  // CHECK-FIXES: {{^}}  torch::inductor::AOTIModelPackageLoader First("ranker.pt2", "model", false, 1);
  torch::inductor::AOTIModelPackageLoader Right("ranker.pt2");
}
