// RUN: %check_aoti_tidy %s aoti-loader-arguments %t
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
using Loader = torch::inductor::AOTIModelPackageLoader;
using Cpu = torch::inductor::AOTIModelContainerRunnerCpu;
using Cuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Nothing depends on T: one finding, with its fix.
template <typename T> T notDependent() {
  Loader L("m.pt2", "model", "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  Loader L("m.pt2", "model");
  return T();
}
template int notDependent<int>();
template long notDependent<long>();

template <typename T> struct Late {
  void load();
};
template struct Late<int>;
template <typename T> void Late<T>::load() {
  Loader L("m.pt2", "model", "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  Loader L("m.pt2", "model");
}

// The fix for one runner would break the other: no fix.
template <typename Runner> void dependent(const std::string &Path) {
  Runner R(Path, 1, "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: "cpu" becomes 'run_single_threaded = true'; drop it, 'AOTIModelContainerRunnerCpu'
  // CHECK-MESSAGES: :[[@LINE-2]]:21: warning: 'AOTIModelContainerRunnerCuda' runs models compiled for 'cuda', and device_str is "cpu"
  // CHECK-FIXES: {{^}}  Runner R(Path, 1, "cpu");
}
template void dependent<Cpu>(const std::string &);
template void dependent<Cuda>(const std::string &);

template <int Models> void counted() {
  Cpu R("m.so", Models);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: num_models is 0, on which
  // CHECK-MESSAGES: :[[@LINE+2]]:15: note: in the instantiation that is asked for here
}
template void counted<0>();
template void counted<2>();

// The user's own factory: a finding in it, where the bool is made.
template <typename... Args> auto load(Args &&...As) {
  return Loader(std::forward<Args>(As)...);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'const char *' becomes 'run_single_threaded'
}
template <typename... Args> std::unique_ptr<Loader> make(Args &&...As) {
  return std::make_unique<Loader>(std::forward<Args>(As)...);
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'const char *' becomes 'run_single_threaded'
  // CHECK-MESSAGES: :[[@LINE+6]]:3: note: in the instantiation that is asked for here
}
void usesFactory(const char *Device) {
  load("m.pt2", "model", Device);
  load("m.pt2", "model", true);
  make("m.pt2", "model", true);
  make("m.pt2", "model", Device);
}

auto Generic = [](auto Path) { return new Loader(Path, "model", "cpu"); };
// CHECK-MESSAGES: :[[@LINE-1]]:65: warning: "cpu" becomes
Loader *Called = Generic("m.pt2");

// Near misses.

template <typename T> void neverInstantiated(T Path, T Device) {
  Loader A(Path, Device, Device);
  T B("m.so", "cuda", "cpu");
  auto C = std::make_unique<Loader>(Path, "cuda", "cpu");
}

template <typename Runner> void onlyCuda() { Runner R("m.so", 1, "cuda:1"); }
template void onlyCuda<Cuda>();
