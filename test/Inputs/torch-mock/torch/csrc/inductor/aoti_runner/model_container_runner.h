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
class AOTIModelContainerRunner {
public:
  virtual ~AOTIModelContainerRunner();
  std::vector<at::Tensor> run(const std::vector<at::Tensor> &inputs,
                              void *stream_handle = nullptr);
  std::vector<at::Tensor> boxed_run(std::vector<at::Tensor> &&inputs,
                                    void *stream_handle = nullptr);
};
} // namespace torch::inductor
