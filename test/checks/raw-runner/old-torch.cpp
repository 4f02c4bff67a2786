// Before torch 2.6 there is no package loader to move to.
// RUN: %check_aoti_tidy %s aoti-raw-runner %t --torch-version=2.5 -- -DMOCK_TORCH_MINOR=5
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>

torch::inductor::AOTIModelContainerRunnerCpu Runner("model.so");
