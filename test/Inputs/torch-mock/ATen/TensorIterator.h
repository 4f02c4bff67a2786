#pragma once
#include <ATen/Tensor.h>
namespace at {
struct TensorIteratorConfig;
struct TensorIteratorBase {
  void build(TensorIteratorConfig &C);
  void build_unary_op(const TensorBase &Out, const TensorBase &A);
  const Tensor &output(int64_t I = 0) const;
  int64_t numel() const;
};
struct TensorIterator : TensorIteratorBase {
  static TensorIterator unary_op(TensorBase &Out, const TensorBase &A);
  static TensorIterator binary_op(TensorBase &Out, const TensorBase &A, const TensorBase &B);
};
struct TensorIteratorConfig {
  TensorIteratorConfig &add_output(const TensorBase &X);
  TensorIteratorConfig &add_const_input(const TensorBase &X);
  TensorIterator build();
};
} // namespace at
