// RUN: %check_aoti_tidy %s aoti-debug-flag %t --unsafe-fixes
// RUN: %check_aoti_tidy %s aoti-debug-flag %t --unsafe-fixes --torch-version=2.7
// RUN: %check_aoti_tidy %s aoti-debug-flag %t --unsafe-fixes --torch-version=2.6 --check-suffix=26
// What values of PYTORCH_NO_CUDA_MEMORY_CACHING mean: any value is on up to
// torch 2.6, only "1" is from 2.7.
#include <cstdlib>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

void on() {
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "true", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' set to 'true' does not disable memory caching: torch 2.7 and newer take only '1' for on, and warn about the rest; set '1' [aoti-debug-flag]
  // CHECK-MESSAGES: :[[@LINE-2]]:3: note: to disable memory caching, set '1'
  // CHECK-FIXES: {{^}}  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
  putenv((char *)"PYTORCH_NO_CUDA_MEMORY_CACHING=ON");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' set to 'ON' does not
  // CHECK-FIXES: {{^}}  putenv((char *)"PYTORCH_NO_CUDA_MEMORY_CACHING=1");
}

void off() {
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "0", 1);
  // CHECK-MESSAGES-26: :[[@LINE-1]]:3: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' set to '0' disables memory caching: torch 2.6 and older take any value for on; call 'unsetenv' instead [aoti-debug-flag]
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "", 1);
  // CHECK-MESSAGES-26: :[[@LINE-1]]:3: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' set to the empty string disables
}

// Near misses.

void nothingToSay(const char *Value) {
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 1);
  setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", Value, 1);
  setenv("PYTORCH_CUDA_ALLOC_CONF", "0", 1);
  unsetenv("PYTORCH_NO_CUDA_MEMORY_CACHING");
}
