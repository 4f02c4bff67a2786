// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// What builds a TensorIterator, or takes another tensor's sizes.
#include <ATen/TensorIterator.h>
#include <torch/library.h>

using at::Tensor;

Tensor config(const Tensor &x) {
  Tensor out;
  return at::TensorIteratorConfig().add_output(out).add_const_input(x).build().output();
  // CHECK-MESSAGES: :[[@LINE-1]]:72: warning: building a TensorIterator throws in a meta kernel when a dimension is dynamic; compute the result's sizes from 'sym_sizes()'
}
Tensor ready_made(const Tensor &x) {
  Tensor out;
  auto it = at::TensorIterator::unary_op(out, x);
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: building a TensorIterator throws
  return it.output();
}
Tensor in_place(const Tensor &x) {
  at::TensorIterator it;
  Tensor out;
  it.build_unary_op(out, x);
  // CHECK-MESSAGES: :[[@LINE-1]]:6: warning: building a TensorIterator throws
  return it.output();
}

Tensor resized(const Tensor &x) {
  Tensor out = at::empty({0}, x.options());
  out.resize_as_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'out.resize_as_(x)' freezes every dynamic dimension of 'x' in a meta kernel; make the tensor with 'at::empty_like'
  at::resize_as_(out, x);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'at::resize_as_(out, x)' freezes every dynamic dimension of 'x'
  return out;
}
// Export runs this in place of a Meta kernel: no data is needed.
Tensor composite(const Tensor &x) {
  return at::empty_like(x).resize_as_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'at::empty_like(x).resize_as_(x)' freezes every dynamic dimension of 'x'
}

// Measured: the functional form, and the sizes of a constant, stay dynamic.
Tensor functional(const Tensor &x) { return at::resize_as(at::empty({0}, x.options()), x); }
Tensor constant(const Tensor &x) {
  Tensor workspace = at::empty({4, 3}, x.options());
  at::empty({0}, x.options()).resize_as_(workspace);
  at::empty({0}, x.options()).resize_({4, 3});
  return at::empty({0}, x.options()).resize__symint(x.sym_sizes());
}
// Whose build() is it?
struct Config { Tensor build(); static Tensor unary_op(const Tensor &x); Tensor resize_as_(const Tensor &x); };
Tensor other(const Tensor &x) { Config().resize_as_(x); Config::unary_op(x); return Config().build(); }
// A kernel with data: export would not run it.
Tensor cpu(const Tensor &x) { Tensor out; out.resize_as_(x); return at::TensorIterator::unary_op(out, x).output(); }
Tensor computes(const Tensor &x) { return cpu(x); }

TORCH_LIBRARY(ns, m) {
  m.def("composite(Tensor x) -> Tensor", &composite);
  m.def("computes(Tensor x) -> Tensor", &computes);
}
TORCH_LIBRARY_IMPL(ns, Meta, m) {
  m.impl("config", &config);
  m.impl("ready_made", &ready_made);
  m.impl("in_place", &in_place);
  m.impl("resized", &resized);
  m.impl("functional", &functional);
  m.impl("constant", &constant);
  m.impl("other", &other);
}
TORCH_LIBRARY_IMPL(ns, CPU, m) { m.impl("config", &cpu); }
