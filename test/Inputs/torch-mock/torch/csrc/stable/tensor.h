#pragma once
#include <cstdint>
#include <c10/util/ArrayRef.h>
namespace torch::stable {
struct Tensor {
  int64_t dim() const;
  int64_t numel() const;
  int64_t size(int64_t D) const;
  c10::IntArrayRef sizes() const;
  int64_t stride(int64_t D) const;
  c10::IntArrayRef strides() const;
  int64_t storage_offset() const;
  void *data_ptr() const;
};
Tensor empty_like(const Tensor &X);
Tensor new_empty(const Tensor &X, c10::IntArrayRef Size);
} // namespace torch::stable
