// RUN: %check_aoti_tidy %s aoti-debug-flag %t
// CUDA_LAUNCH_BLOCKING and PYTORCH_NO_CUDA_MEMORY_CACHING after CUDA has read
// them.
#include <cstdlib>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>

extern "C" {
int cudaMalloc(void **Pointer, size_t Size);
int cudaMemcpyAsync(void *To, const void *From, size_t Size);
int cudaSetDevice(int Device);
int cudaGetDeviceCount(int *Count);
int cudaDriverGetVersion(int *Version);
int cudaDeviceReset(void);
const char *cudaGetErrorString(int Error);
}

using torch::inductor::AOTIModelContainerRunnerCpu;
using torch::inductor::AOTIModelContainerRunnerCuda;
using torch::inductor::AOTIModelPackageLoader;

static int blocking() { return setenv("CUDA_LAUNCH_BLOCKING", "1", 1); }

void afterTheRunner() {
  AOTIModelContainerRunnerCuda Runner("model.so");
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'CUDA_LAUNCH_BLOCKING' is set after the CUDA context was created: the driver reads it once, before that, so this changes nothing; set it before the first use of CUDA [aoti-debug-flag]
  // CHECK-MESSAGES: :[[@LINE-3]]:32: note: CUDA is in use from here on
  // Weights do not go through torch's allocator, outputs do.
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
  Runner.run({});
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' is set after the first allocation on a GPU: torch reads it once, at that allocation, so this changes nothing; set it before the first CUDA tensor [aoti-debug-flag]
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: the first allocation is here
}

void afterATensor(at::Tensor X) {
  X.cuda();
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'CUDA_LAUNCH_BLOCKING' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:5: note: CUDA is in use
  putenv((char *)"PYTORCH_NO_CUDA_MEMORY_CACHING=1");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' is set after
  // CHECK-MESSAGES: :[[@LINE-6]]:5: note: the first allocation
}

void devices(at::Tensor X) {
  X.to(torch::kCUDA);
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:5: note: the first allocation
}
// c10::Device throws on it.
void noDevice(at::Tensor X) {
  X.to(torch::Device("cuda:01"));
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
}
void deviceVariable(at::Tensor X) {
  const torch::Device Device(torch::kCUDA, 1);
  X.to(Device);
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'CUDA_LAUNCH_BLOCKING' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:5: note: CUDA is in use
}
void deviceText() {
  torch::zeros({2}, torch::Device("cuda:0"));
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'CUDA_LAUNCH_BLOCKING' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:3: note: CUDA is in use
}
void options() {
  auto X = torch::randn({2}, torch::TensorOptions().device(torch::kCUDA));
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'CUDA_LAUNCH_BLOCKING' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:12: note: CUDA is in use
}
void strided() {
  auto X = at::empty_strided({2}, {1}, torch::kCUDA);
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:12: note: the first allocation
}

void runtime(void *Host) {
  void *Device = nullptr;
  cudaMalloc(&Device, 4);
  cudaMemcpyAsync(Device, Host, 4);
  for (int I = 0; I < 2; ++I)
    setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'CUDA_LAUNCH_BLOCKING' is set after
  // CHECK-MESSAGES: :[[@LINE-5]]:3: note: CUDA is in use
}

void synchronize() {
  torch::cuda::synchronize();
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'CUDA_LAUNCH_BLOCKING' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:3: note: CUDA is in use
}

// Near misses.

void before() {
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
  AOTIModelContainerRunnerCuda Runner("model.so");
  Runner.run({});
}

void questionsThatCreateNoContext() {
  int N = 0;
  cudaDriverGetVersion(&N);
  cudaGetDeviceCount(&N);
  cudaGetErrorString(N);
  torch::cuda::is_available();
  // It does since CUDA 12.
  cudaSetDevice(0);
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
}

void notOnTheGpu(at::Tensor X, at::Device Any, bool UseCuda) {
  X.to(torch::kCPU);
  X.to(Any);
  X.to(UseCuda ? torch::kCUDA : torch::kCPU);
  torch::zeros({2});
  torch::zeros({2}, torch::TensorOptions(torch::kCUDA).device(torch::kCPU));
  torch::Device Later(torch::kCUDA);
  Later = torch::kCPU;
  X.to(Later);
  AOTIModelContainerRunnerCpu Runner("model.so");
  Runner.run({});
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
}

// Which device a package runs on, it alone says.
void package(AOTIModelPackageLoader &Loader) {
  Loader.run({});
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
}

void siblings(at::Tensor X, bool Debug) {
  if (Debug)
    setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  else
    X.cuda();
  if (Debug)
    X.cuda();
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
}

void unreachable(at::Tensor X) {
  X.cuda();
  return;
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
}

void aNewContext(at::Tensor X) {
  X.cuda();
  cudaDeviceReset();
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
}

void otherFunctions(at::Tensor X) {
  auto Move = [&] { return X.cuda(); };
  blocking();
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
}

void unset(at::Tensor X) {
  X.cuda();
  unsetenv("CUDA_LAUNCH_BLOCKING");
  setenv("CUDA_VISIBLE_DEVICES", "0", 1);
}
