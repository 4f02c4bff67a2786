// RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=%test_root/Inputs/torch-mock-2.2
// The version is the headers' own, and this is where the classes are in 2.2.
#include <torch/csrc/inductor/aoti_model_container_runner.h>
#include <torch/csrc/inductor/aoti_model_container_runner_cuda.h>
torch::inductor::AOTIModelContainerRunnerCuda Cuda("model.so");
