// RUN: %check_aoti_tidy %s aoti-debug-flag %t
// RUN: %check_aoti_tidy %s aoti-debug-flag %t -- -DPYTHON
// RUN: %check_aoti_tidy %s aoti-debug-flag %t -- -DEXTENSION
// RUN: %check_aoti_tidy %s aoti-debug-flag %t -- -DNO_AOTI
// Hosts whose environment reaches more than their own process, and files that
// are no hosts: compile-time flags can matter, and so can flags set late.
#include <ATen/Tensor.h>
#include <cstdlib>
#ifndef NO_AOTI
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#endif

#if defined(PYTHON)
extern "C" void Py_Initialize(void);
#elif defined(EXTENSION)
extern "C" int Py_IsInitialized(void);
#elif !defined(NO_AOTI)
#define STARTS_PROCESSES
#endif

void compileFlags() {
  setenv("TORCHINDUCTOR_NAN_ASSERTS", "1", 1);
  setenv("AOT_INDUCTOR_DEBUG_COMPILE", "1", 1);
#ifdef STARTS_PROCESSES
  std::system("python export.py");
#endif
}

void lateFlags() {
  auto X = torch::zeros({2}, torch::kCUDA);
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
}

#ifndef NO_AOTI
void lateInputChecks(torch::inductor::AOTIModelPackageLoader &Loader) {
  Loader.run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Loader.run({});
}
#endif
