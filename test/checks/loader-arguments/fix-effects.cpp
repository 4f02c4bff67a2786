// A fix leaves out an argument only if nothing but its value goes with it.
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t --unsafe-fixes
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
using Loader = torch::inductor::AOTIModelPackageLoader;
using Cuda = torch::inductor::AOTIModelContainerRunnerCuda;
bool ask();

void leftAsTheyAre(bool B, int N) {
  Loader A("m.pt2", "model", (B = true) ? "cpu" : "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: "cpu" becomes 'run_single_threaded = true'
  // CHECK-FIXES: {{^}}  Loader A("m.pt2", "model", (B = true) ? "cpu" : "cpu");
  Loader C("m.pt2", "model", ask() ? "cpu" : "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  Loader C("m.pt2", "model", ask() ? "cpu" : "cpu");
  Loader D("m.pt2", N++ ? std::string("cuda") : "cuda");
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: "cuda" is the model_name
  // CHECK-FIXES: {{^}}  Loader D("m.pt2", N++ ? std::string("cuda") : "cuda");
  Cuda E("m.so", 1, std::string((--N > 1) ? "cpu" : "cpu"));
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: {{.*}}"cpu"
  // CHECK-FIXES: {{^}}  Cuda E("m.so", 1, std::string((--N > 1) ? "cpu" : "cpu"));
}

// Near misses: nothing else happens there.
void fixed(bool B, int N) {
  Loader A("m.pt2", "model", B ? "cpu" : "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  Loader A("m.pt2", "model");
  Loader C("m.pt2", N > 1 && B ? std::string("cuda") : "cuda");
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: "cuda" is the model_name
  // CHECK-FIXES: {{^}}  Loader C("m.pt2");
  const std::string Device = "cpu";
  Loader D("m.pt2", "model", Device.c_str());
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  Loader D("m.pt2", "model");
}
