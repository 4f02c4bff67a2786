// A host that was written for torch 2.2, whose runners had this header.
#include <torch/csrc/inductor/aoti_model_container_runner.h>
// SINCE-2-4: :[[@LINE-1]]:10: error: {{.*}} file not found
// SINCE-2-4: :[[@LINE-2]]:10: warning: 'torch/csrc/inductor/aoti_model_container_runner.h' is gone since torch 2.3; {{.*}} [aoti-deprecated-api]
// ONLY-2-2-NOT: {{.}}
torch::inductor::AOTIModelContainerRunnerCpu Runner("model.so");
