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

// Near misses.

template <typename T> void neverInstantiated(T Path, T Device) {
  Loader A(Path, Device, Device);
  T B("m.so", "cuda", "cpu");
  auto C = std::make_unique<Loader>(Path, "cuda", "cpu");
}

template <typename Runner> void onlyCuda() { Runner R("m.so", 1, "cuda:1"); }
template void onlyCuda<Cuda>();

// What hangs on a template's parameters is not looked at.
template <typename Runner> void dependent() { Runner R("m.so", 1, "cpu"); }
template void dependent<Cuda>();
template <int Models> void counted() { Cpu R("m.so", Models); }
template void counted<0>();
template <typename... Args> auto load(Args &&...As) { return Loader(std::forward<Args>(As)...); }
void usesFactory(const char *Device) { load("m.pt2", "model", Device); }
auto Generic = [](auto Path) { return new Loader(Path, "model", "cpu"); };
Loader *Called = Generic("m.pt2");
