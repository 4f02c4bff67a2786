// RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=%torch_include
// Torch's own runner takes the types of deprecated entries: silent.
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
torch::inductor::AOTIModelContainerRunnerCpu Runner("model.so");
