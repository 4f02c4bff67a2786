#pragma once
#include <ATen/Tensor.h>
#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
// The minor version of torch 2 whose signatures are declared.
#ifndef MOCK_TORCH_MINOR
#define MOCK_TORCH_MINOR 13
#endif
namespace torch::inductor {
using TensorConstantMap = std::unordered_map<std::string, at::Tensor *>;
class AOTIModelContainerRunner {
public:
  virtual ~AOTIModelContainerRunner();
  std::vector<at::Tensor> run(const std::vector<at::Tensor> &inputs,
                              void *stream_handle = nullptr);
  std::vector<at::Tensor> boxed_run(std::vector<at::Tensor> &&inputs,
                                    void *stream_handle = nullptr);
  void update_inactive_constant_buffer(const TensorConstantMap &const_map);
  void update_constant_buffer(
      std::unordered_map<std::string, at::Tensor> &tensor_map,
      bool use_inactive, bool validate_full_updates, bool user_managed = false);
  void swap_constant_buffer();
  void update_constant_buffer_from_blob(const std::string &weights_path);
};
} // namespace torch::inductor
