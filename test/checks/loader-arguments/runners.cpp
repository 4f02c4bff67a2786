// RUN: %check_aoti_tidy %s aoti-loader-arguments %t
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_mps.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_xpu.h>

using Cpu = torch::inductor::AOTIModelContainerRunnerCpu;
using Cuda = torch::inductor::AOTIModelContainerRunnerCuda;
using Mps = torch::inductor::AOTIModelContainerRunnerMps;
using Xpu = torch::inductor::AOTIModelContainerRunnerXpu;

void deviceAsBool() {
  Cpu Same("m.so", 1, "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: "cpu" becomes 'run_single_threaded = true'; drop it, 'AOTIModelContainerRunnerCpu' always runs on 'cpu' [aoti-loader-arguments]
  // CHECK-FIXES: {{^}}  Cpu Same("m.so", 1);
  auto Unique = std::make_unique<Mps>("m.so", 1, "mps");
  // CHECK-MESSAGES: :[[@LINE-1]]:50: warning: "mps" becomes 'run_single_threaded = true'; drop it, 'AOTIModelContainerRunnerMps' always runs on 'mps'
  // CHECK-FIXES: {{^}}  auto Unique = std::make_unique<Mps>("m.so", 1);
  Cpu Other("m.so", 1, "cuda:0");
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: "cuda:0" becomes 'run_single_threaded = true'; construct 'AOTIModelContainerRunnerCuda' to run on 'cuda'
  // CHECK-FIXES: {{^}}  Cpu Other("m.so", 1, "cuda:0");
  Cuda Fifth("m.so", 1, "cuda", "", "cuda:1");
  // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: "cuda:1" becomes 'run_single_threaded = true'; device_str is the third argument
  Cpu Number("m.so", 1, 4);
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 4 becomes 'run_single_threaded = true'; num_models is the second argument
}

void counts() {
  Cpu Single("m.so", 2, true);
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: num_models is 2 and run_single_threaded is true: the constructor throws "num_models must be 1 when run_single_threaded is true"; pass 1, or false for run_single_threaded
  auto None = std::make_shared<Cuda>("m.so", 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: num_models is 0, on which the constructor throws; pass 1 or more
  Xpu Negative("m.so", -1);
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: num_models is -1, which becomes 18446744073709551615, and the constructor throws
}

void paths(const std::string &Dir) {
  Cpu Package("m.pt2");
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'AOTIModelContainerRunnerCpu' runs a raw .so, and a .pt2 is a package, on which the constructor throws "Error in dlopen"; load it with 'AOTIModelPackageLoader' [aoti-loader-arguments]
  auto Unique = std::make_unique<Cuda>(Dir + "/m.pt2");
  // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'AOTIModelContainerRunnerCuda' runs a raw .so, and a .pt2
}

void deviceStr() {
  Cuda Host("m.so", 1, "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'AOTIModelContainerRunnerCuda' runs models compiled for 'cuda', and device_str is "cpu", on which their constants fail to load; pass "cuda", or construct 'AOTIModelContainerRunnerCpu' [aoti-loader-arguments]
  // CHECK-MESSAGES: :[[@LINE-2]]:24: note: this is right if the model is compiled for 'cuda'
  // CHECK-FIXES: {{^}}  Cuda Host("m.so", 1, "cpu");
  Xpu Other("m.so", 1, "cuda:0");
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'AOTIModelContainerRunnerXpu' runs models compiled for 'xpu', and device_str is "cuda:0"
  // CHECK-MESSAGES: :[[@LINE-2]]:24: note: this is right
  Cuda Capitals("m.so", 1, "CUDA:0");
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: "CUDA:0" is not a device, and the constructor throws "Invalid device"; pass "cuda:0" [aoti-loader-arguments]
  // CHECK-FIXES: {{^}}  Cuda Capitals("m.so", 1, "cuda:0");
  auto Space = std::make_unique<Xpu>("m.so", 1, "xpu: 1");
  // CHECK-MESSAGES: :[[@LINE-1]]:49: warning: "xpu: 1" is not a device, {{.*}} pass "xpu:1"
  // CHECK-FIXES: {{^}}  auto Space = std::make_unique<Xpu>("m.so", 1, "xpu:1");
  Cuda Gpu("m.so", 1, "gpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: "gpu" is not a device, and the constructor throws "Invalid device"; pass "cuda" or "cuda:0"
  Cuda Empty("m.so", 1, "");
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: "" is not a device, and the constructor throws "Invalid device"; pass "cuda" or "cuda:0"
  Cuda NoIndex("m.so", 1, "cuda:");
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: "cuda:" is not a device
  Cuda Dot("m.so", 1, "cuda.0");
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: "cuda.0" is not a device
  Cuda Cubins("m.so", 1, "./cubins");
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: "./cubins" is the device_str, on which the constructor throws "Invalid device"; since torch 2.3 cubin_dir is the fourth argument
  Xpu Binaries("m.so", 1, "/opt/kernels", "");
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: "/opt/kernels" is the device_str, on which the constructor throws "Invalid device"; kernel_bin_dir is the fourth argument
}

class Instrumented : public Cpu {
public:
  Instrumented() : AOTIModelContainerRunnerCpu("m.so", 1, "cpu") {}
  // CHECK-MESSAGES: :[[@LINE-1]]:59: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  Instrumented() : AOTIModelContainerRunnerCpu("m.so", 1) {}
};

// Near misses.

void right(int Count, bool Single, const std::string &Device) {
  Cpu A("m.so");
  Cpu B("m.so", 4);
  Cpu C("m.so", 1, true);
  Cpu D("m.so", Count, true);
  Cpu E("m.so", 4, Single);
  Cuda F("m.so", 1, "cuda");
  Cuda G("m.so", 1, "cuda:0", "cubins.d/");
  Cuda H("m.so", 2, Device, Device, false);
  Cuda I("m.so", 1, "cuda:" + Device);
  Cuda J("m.so", 1, "cuda:01", "cuda:0");
  Xpu K("m.so", 1, "xpu:1", "/opt/kernels", true);
  Mps L("m.so", 2, false);
  auto M = std::make_unique<Cuda>("m.so", 2, "cuda:1");
  auto N = std::make_unique<Cpu>("m.so", 1, true);
  Cpu O("libmodel.so.2");
  Cpu P("");
  Cpu Q("m.pt2.so");
  Cpu R("m.pt2/model.so");
}
