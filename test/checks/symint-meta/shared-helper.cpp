// A helper of several kernels: told of the one for Meta.
// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-symint-meta %t --front=plugin %}
#include <ATen/ATen.h>
#include <torch/library.h>

namespace {
at::Tensor makeOutput(const at::Tensor &x) {
  return at::empty({x.size(0), 8}, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes every dynamic dimension of 'x' in a meta kernel; use 'x.sym_size(0)'
  // CHECK-MESSAGES: :[[@LINE+7]]:52: note: called here
  // CHECK-MESSAGES: :[[@LINE+22]]:5: note: registered here as the Meta kernel of 'shared::op'
  // CHECK-FIXES: return at::empty_symint({x.sym_size(0), 8}, x.options());
}

at::Tensor op_cuda(const at::Tensor &x) { return makeOutput(x); }

at::Tensor op_meta(const at::Tensor &x) { return   makeOutput(x); }

// A near miss: of a helper of device kernels only, nothing is said.
at::Tensor makeScratch(const at::Tensor &x) { return at::empty({x.size(0), 8}, x.options()); }
at::Tensor scratch_cuda(const at::Tensor &x) { return makeScratch(x); }
} // namespace

TORCH_LIBRARY(shared, m) {
  m.def("op(Tensor x) -> Tensor");
  m.def("scratch(Tensor x) -> Tensor");
}
TORCH_LIBRARY_IMPL(shared, CUDA, m) {
  m.impl("op", &op_cuda);
  m.impl("scratch", &scratch_cuda);
}
TORCH_LIBRARY_IMPL(shared, Meta, m) {
  m.impl("op", &op_meta);
}
