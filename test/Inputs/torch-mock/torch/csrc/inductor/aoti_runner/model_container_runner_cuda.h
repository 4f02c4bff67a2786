#pragma once
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelContainerRunnerCuda : public AOTIModelContainerRunner {
public:
#if MOCK_TORCH_MINOR >= 7
  AOTIModelContainerRunnerCuda(const std::string &model_so_path,
                               size_t num_models = 1,
                               const std::string &device_str = "cuda",
                               const std::string &cubin_dir = "",
                               const bool run_single_threaded = false);
#elif MOCK_TORCH_MINOR >= 3
  AOTIModelContainerRunnerCuda(const std::string &model_so_path,
                               size_t num_models = 1,
                               const std::string &device_str = "cuda",
                               const std::string &cubin_dir = "");
#else
  AOTIModelContainerRunnerCuda(const char *model_so_path, size_t num_models = 1,
                               const char *cubin_dir = nullptr);
#endif
};
} // namespace torch::inductor
