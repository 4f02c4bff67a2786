// RUN: %check_aoti_tidy %s aoti-symint-meta %t --any-fixes
#include <torch/library.h>

// Reads of a concrete size.

at::Tensor size_meta(const at::Tensor &x) {
  return at::empty({x.size(0), x.size(1)}, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes every dynamic dimension of 'x' in a meta kernel; use 'x.sym_size(0)' [aoti-symint-meta]
  // CHECK-MESSAGES: :[[@LINE-2]]:34: warning: 'x.size(1)' freezes every dynamic dimension of 'x' in a meta kernel; use 'x.sym_size(1)'
}

at::Tensor sizes_meta(const at::Tensor &x) {
  int64_t n = x.sizes()[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.sizes()' freezes every dynamic dimension of 'x' in a meta kernel; use 'x.sym_sizes()'
  auto rank = x.sizes().size();
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.sizes()' freezes {{.*}}; use 'x.dim()'
  for (int64_t s : x.sizes())
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'x.sizes()' freezes
    n += s;
  return at::empty_like(x);
}

at::Tensor throwing_meta(const at::Tensor &x) {
  int64_t n = x.numel();
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.numel()' throws in a meta kernel when a dimension of 'x' is dynamic; use 'x.sym_numel()'
  n += x.nbytes();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'x.nbytes()' throws {{.*}}; use 'x.sym_nbytes()'
  n += x.storage_offset();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'x.storage_offset()' throws {{.*}}; use 'x.sym_storage_offset()'
  n += x.storage().nbytes();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'x.storage().nbytes()' throws {{.*}} of 'x.storage()' is dynamic; use 'x.storage().sym_nbytes()'
  return at::empty_symint({x.numel()}, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'x.numel()' throws
}

at::Tensor strides_meta(const at::Tensor &x) {
  int64_t s = x.stride(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.stride(0)' freezes every dynamic dimension of 'x' in a meta kernel when one but the first is dynamic; use 'x.sym_stride(0)'
  auto all = x.strides();
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'x.strides()' freezes {{.*}}; use 'x.sym_strides()'
  return at::empty_like(x);
}

// Right type, wrong value.
at::Tensor converted_meta(const at::Tensor &x) {
  c10::SymInt m = x.size(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'x.size(0)' freezes
  return at::empty_symint({m}, x.options());
}

at::Tensor checked_meta(const at::Tensor &x, const at::Tensor &y) {
  TORCH_CHECK(x.size(0) > 0, "empty");
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.size(0)' freezes
  TORCH_CHECK(x.sizes() == y.sizes());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.sizes()' freezes
  // CHECK-MESSAGES: :[[@LINE-2]]:30: warning: 'y.sizes()' freezes
  return at::empty_like(x);
}

// Other ways to a tensor.
at::Tensor ways_meta(const at::Tensor &x, const std::optional<at::Tensor> &y) {
  int64_t n = at::size(x, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'at::size(x, 0)' freezes every dynamic dimension of 'x' in a meta kernel; use 'x.sym_size(0)'
  n += y->size(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'y->size(0)' freezes every dynamic dimension of 'y' in a meta kernel; use 'y->sym_size(0)'
  n += y.value().size(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'y.value().size(1)' freezes {{.*}}; use 'y.value().sym_size(1)'
  n += (*y).size(2);
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: '(*y).size(2)' freezes
  auto owned = c10::MaybeOwned<at::Tensor>::borrowed(x);
  n += owned->size(3);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'owned->size(3)' freezes every dynamic dimension of 'owned'
  n += x.unsafeGetTensorImpl()->size(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'x.unsafeGetTensorImpl()->size(0)' freezes
  n += x.contiguous().flatten().transpose(0, 1).unsqueeze(0).size(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:62: warning: 'size(0)' freezes every dynamic dimension of the tensor in a meta kernel; use 'sym_size(0)'
  return at::empty_like(x);
}

// Unwrapped symbolic sizes.
at::Tensor unwrap_meta(const at::Tensor &x, c10::SymInt n, c10::SymIntArrayRef s) {
  int64_t a = n.expect_int();
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'n.expect_int()' throws in a meta kernel when 'n' is symbolic; compute with the c10::SymInt itself
  a += n.guard_int(__FILE__, __LINE__);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n.guard_int()' freezes 'n' in a meta kernel; compute
  a += n.as_int_unchecked();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n.as_int_unchecked()' takes a pointer for a size in a meta kernel when 'n' is symbolic; compute
  auto t = C10_AS_INTARRAYREF_SLOW(s);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'C10_AS_INTARRAYREF_SLOW(s)' throws in a meta kernel when 's' is symbolic; pass the c10::SymIntArrayRef on as it is
  auto u = C10_AS_INTARRAYREF_SLOW_ALLOC(s);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'C10_AS_INTARRAYREF_SLOW_ALLOC(s)' throws
  return at::empty(c10::asIntArrayRefUnchecked(s), x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'c10::asIntArrayRefUnchecked(s)' takes a pointer for a size
}

// Data.
at::Tensor data_meta(const at::Tensor &x, const at::Tensor &y) {
  int64_t n = x.item<int64_t>();
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.item<int64_t>()' throws in a meta kernel, whose tensors have no data; compute the result's sizes from sizes alone, or write the fake kernel in Python
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'x.item()' throws
  auto *p = x.data_ptr<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'x.data_ptr<float>()' throws or is null in a meta kernel, whose tensors have no data; compute the result's sizes from sizes alone [
  auto q = x.accessor<float, 2>();
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'x.accessor<float, 2>()' throws or is null
  if (at::equal(x, y) || x.equal(y))
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'at::equal(x, y)' throws
    // CHECK-MESSAGES: :[[@LINE-2]]:28: warning: 'x.equal(y)' throws
    return x;
  return at::empty({n});
}

// Macros of the user's own.
#define ROWS(t) t.size(0)
#define BATCH_OF_X x.size(0)
at::Tensor macros_meta(const at::Tensor &x) {
  int64_t n = ROWS(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'size(0)' freezes
  n += BATCH_OF_X;
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'x.size(0)' freezes
  return at::empty_like(x);
}

// One place, however often it is instantiated.
template <typename T> at::Tensor template_meta(const at::Tensor &x) {
  static_assert(sizeof(T) > 0);
  return at::empty({x.size(0)}, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes
}
template at::Tensor template_meta<float>(const at::Tensor &);

// Lambdas are part of the kernel.
at::Tensor lambda_meta(const at::Tensor &x) {
  auto rows = [&] { return x.size(0); };
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'x.size(0)' freezes
  at::parallel_for(0, 4, 1, [&](int64_t b, int64_t e) { x.numel(); });
  // CHECK-MESSAGES: :[[@LINE-1]]:59: warning: 'x.numel()' throws
  auto generic = [](const auto &t) { return t.size(0); };
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: 't.size(0)' freezes
  generic(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: note: called here
  return at::empty({rows()});
}

TORCH_LIBRARY_IMPL(reads, Meta, m) {
  m.impl("size", &size_meta);
  m.impl("sizes", &sizes_meta);
  m.impl("throwing", &throwing_meta);
  m.impl("strides", &strides_meta);
  m.impl("converted", &converted_meta);
  m.impl("checked", &checked_meta);
  m.impl("ways", &ways_meta);
  m.impl("unwrap", &unwrap_meta);
  m.impl("data", &data_meta);
  m.impl("macros", &macros_meta);
  m.impl("template", &template_meta<float>);
  m.impl("lambda", &lambda_meta);
}
