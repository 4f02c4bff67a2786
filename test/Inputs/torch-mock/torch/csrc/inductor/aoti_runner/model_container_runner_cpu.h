#pragma once
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelContainerRunnerCpu : public AOTIModelContainerRunner {
public:
#if MOCK_TORCH_MINOR >= 14
  AOTIModelContainerRunnerCpu(
      const std::string &model_so_path, size_t num_models,
      std::unordered_map<std::string, at::Tensor> &constants);
#endif
#if MOCK_TORCH_MINOR >= 7
  AOTIModelContainerRunnerCpu(const std::string &model_so_path,
                              size_t num_models = 1,
                              const bool run_single_threaded = false);
#elif MOCK_TORCH_MINOR >= 3
  AOTIModelContainerRunnerCpu(const std::string &model_so_path,
                              size_t num_models = 1);
#else
  AOTIModelContainerRunnerCpu(const char *model_so_path, size_t num_models = 1);
#endif
};
} // namespace torch::inductor
