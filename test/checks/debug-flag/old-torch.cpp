// RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch-version=2.6 --check-suffix=26
// RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch-version=2.1 --check-suffix=21
// Flags that packages of an older torch do not read, and some that are older
// than AOTI. old-torch.py is the same in Python.
#include <cstdlib>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

void older() {
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
}

// It is not too late for what is never read.
void late(torch::inductor::AOTIModelPackageLoader &Loader) {
  Loader.run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  // CHECK-MESSAGES-26: :[[@LINE-1]]:3: warning: packages compiled with torch 2.6 do not read 'AOTI_RUNTIME_CHECK_INPUTS'
  // CHECK-MESSAGES-21: :[[@LINE-2]]:3: warning: packages compiled with torch 2.1 do not read 'AOTI_RUNTIME_CHECK_INPUTS'
  Loader.run({});
}
