// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// What the package records, held against the arguments of its loader.
// RUN: rm -rf %t && mkdir -p %t/src %t/cwd && cd %t/cwd
// RUN: %python %test_root/Inputs/make_package.py %t/src/cpu.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --layout=2.6 %t/src/cpu26.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --layout=2.7 --deflate %t/src/sub/cpu27.zip model=cpu
// RUN: %python %test_root/Inputs/make_package.py %t/src/cuda.pt2 model=cuda
// RUN: %python %test_root/Inputs/make_package.py %t/src/two.pt2 ranker=cpu filter=cuda
// RUN: %python %test_root/Inputs/make_package.py %t/src/prefix.pt2 model=cpu model2=cuda
// RUN: %python %test_root/Inputs/make_package.py %t/cwd/here.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py %t/cwd/both.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py %t/src/both.pt2 model=cuda
// RUN: %python %test_root/Inputs/make_package.py %t/cwd/damaged.pt2 model=cpu
// RUN: echo "not a zip file, but long enough for one" > %t/src/damaged.pt2
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t/src/host
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t/src/host --front=plugin
// Before 2.8 there is no device_index.
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t/src/host --check-suffix=27 -- -DMOCK_TORCH_MINOR=7
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

using Loader = torch::inductor::AOTIModelPackageLoader;

#if !defined(MOCK_TORCH_MINOR) || MOCK_TORCH_MINOR >= 8
#define PACKAGE "cpu.pt2"
constexpr int FirstDevice = 0;

void findings() {
  Loader Last("cpu.pt2", "model", false, 1, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: device_index is 0, and the package is compiled for the CPU, on which the constructor throws "Incorrect device passed to aoti_runner_cpu"; drop it [aoti-loader-arguments]
  // CHECK-MESSAGES: :[[@LINE-2]]:15: note: '{{.*}}cpu.pt2' records AOTI_DEVICE_KEY "cpu"
  // CHECK-FIXES: {{^}}  Loader Last("cpu.pt2", "model", false, 1);
  const std::string Folder = "./sub/";
  auto Unique = std::make_unique<Loader>(Folder + "cpu27.zip", "model", false, 1, /*device_index=*/FirstDevice + 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:100: warning: device_index is 1, and the package
  // CHECK-MESSAGES: :[[@LINE-2]]:42: note: '{{.*}}sub/cpu27.zip' records
  // CHECK-FIXES: {{^}}  auto Unique = std::make_unique<Loader>(Folder + "cpu27.zip", "model", false, 1);
  Loader Macro(PACKAGE, "model", false, 1, 127);
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: device_index is 127, and the package
  // CHECK-MESSAGES: :[[@LINE-2]]:16: note: '{{.*}}cpu.pt2' records
  // CHECK-FIXES: {{^}}  Loader Macro(PACKAGE, "model", false, 1);
  Loader Old("cpu26.pt2", "model", false, 1, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: device_index is 0, and the package
  // CHECK-MESSAGES: :[[@LINE-2]]:14: note: '{{.*}}cpu26.pt2' records
  // CHECK-FIXES: {{^}}  Loader Old("cpu26.pt2", "model", false, 1);
  Loader Named("two.pt2", "ranker", false, 1, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: device_index is 0, and the package
  // CHECK-MESSAGES: :[[@LINE-2]]:16: note: '{{.*}}two.pt2' records
  // CHECK-FIXES: {{^}}  Loader Named("two.pt2", "ranker", false, 1);
  Loader WorkingDirectory("here.pt2", "model", false, 1, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:58: warning: device_index is 0, and the package
  // CHECK-MESSAGES: :[[@LINE-2]]:27: note: 'here.pt2' records
  // CHECK-FIXES: {{^}}  Loader WorkingDirectory("here.pt2", "model", false, 1);
}

// The wrapped index has its own finding.
Loader Wraps("cpu.pt2", "model", false, 1, 256);
// CHECK-MESSAGES: :[[@LINE-1]]:44: warning: device_index is 256, which wraps to 0 in an int8_t; pass at most 127

void silent(std::string Path, std::string Name, int Device) {
  Loader Default("cpu.pt2");
  Loader Current("cpu.pt2", "model", false, 1, -1);
  Loader UnknownIndex("cpu.pt2", "model", false, 1, Device);
  Loader Cuda("cuda.pt2", "model", false, 1, 0);
  Loader Missing("missing.pt2", "model", false, 1, 0);
  Loader Damaged("damaged.pt2", "model", false, 1, 0);
  Loader Empty("", "model", false, 1, 0);
  Loader UnknownPath(Path, "model", false, 1, 0);
  Loader UnknownName("cpu.pt2", Name, false, 1, 0);
  Loader NoSuchModel("cpu.pt2", "ranker", false, 1, 0);
  Loader NotTheDefault("two.pt2", "model", false, 1, 0);
  Loader OtherModel("two.pt2", "filter", false, 1, 0);
  // torch before 2.13 takes files of model2 for those of model.
  Loader Prefix("prefix.pt2", "model", false, 1, 0);
  // Which of the two is loaded depends on where the program is started.
  Loader Either("both.pt2", "model", false, 1, 0);
}
#else
Loader Single("cpu.pt2", "model", true);
#endif
