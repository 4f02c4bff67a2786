#pragma once
#include <stddef.h>
namespace torch::inductor {
class AOTIModelContainerRunner {
public:
  virtual ~AOTIModelContainerRunner();
};
class AOTIModelContainerRunnerCpu : public AOTIModelContainerRunner {
public:
  AOTIModelContainerRunnerCpu(const char *model_path, size_t num_models = 1);
};
} // namespace torch::inductor
