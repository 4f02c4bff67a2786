#pragma once
#include <torch/csrc/inductor/aoti_model_container_runner.h>
namespace torch::inductor {
class AOTIModelContainerRunnerCuda : public AOTIModelContainerRunner {
public:
  AOTIModelContainerRunnerCuda(const char *model_path, size_t num_models = 1,
                               const char *cubin_dir = nullptr);
};
} // namespace torch::inductor
