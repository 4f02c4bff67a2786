// RUN: %check_aoti_tidy %s aoti-deprecated-api %t
// Clang gives up on this file; the finding that says why must still come.
#include <torch/csrc/inductor/aoti_model_container_runner.h>
// CHECK-MESSAGES: :[[@LINE-1]]:10: error: 'torch/csrc/inductor/aoti_model_container_runner.h' file not found
// CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'torch/csrc/inductor/aoti_model_container_runner.h' is gone since torch 2.3; include
// CHECK-FIXES: #include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
torch::inductor::AOTIModelContainerRunnerCpu Cpu("model.so");
