#pragma once
#include <c10/core/Device.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelPackageLoader {
public:
#if MOCK_TORCH_MINOR >= 8
  AOTIModelPackageLoader(const std::string &model_package_path,
                         const std::string &model_name = "model",
                         const bool run_single_threaded = false,
                         const size_t num_runners = 1,
                         const c10::DeviceIndex device_index = -1);
#elif MOCK_TORCH_MINOR == 7
  AOTIModelPackageLoader(const std::string &model_package_path,
                         const std::string &model_name = "model",
                         const bool run_single_threaded = false);
#else
  AOTIModelPackageLoader(const std::string &model_package_path);
  AOTIModelPackageLoader(const std::string &model_package_path,
                         const std::string &model_name);
#endif
  ~AOTIModelPackageLoader();
  AOTIModelContainerRunner *get_runner();
  std::unordered_map<std::string, std::string> get_metadata();
  std::vector<std::string> get_call_spec();
  std::vector<at::Tensor> run(const std::vector<at::Tensor> &inputs,
                              void *stream_handle = nullptr);
  std::vector<at::Tensor> boxed_run(std::vector<at::Tensor> &&inputs,
                                    void *stream_handle = nullptr);
  std::vector<std::string> get_constant_fqns();
  void load_constants(std::unordered_map<std::string, at::Tensor> &constants_map,
                      bool use_inactive, bool check_full_update
#if MOCK_TORCH_MINOR >= 8
                      , bool user_managed = false
#endif
  );
#if MOCK_TORCH_MINOR >= 8
  void update_constant_buffer(
      std::unordered_map<std::string, at::Tensor> &tensor_map,
      bool use_inactive, bool validate_full_updates, bool user_managed = false);
#endif
};
} // namespace torch::inductor
