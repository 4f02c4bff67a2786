// RUN: %check_aoti_tidy %s aoti-symint-meta %t --any-fixes --torch=%torch_include
// The check on torch's own headers.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
#include <torch/library.h>

static at::Tensor makeOutput(const at::Tensor &x, int64_t rows) {
  return x.new_empty({rows, x.size(-1)}).view({-1, rows});
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'x.size(-1)' freezes every dynamic dimension of 'x' in a meta kernel; use 'x.sym_size(-1)' [aoti-symint-meta]
  // CHECK-MESSAGES: :[[@LINE+12]]:10: note: called here
}
at::Tensor reads_meta(const at::Tensor &x, const std::optional<at::Tensor> &y) {
  TORCH_CHECK(x.size(0) > 0 && x.dim() == 2, "shape ", x.sizes());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.size(0)' freezes
  TORCH_INTERNAL_ASSERT(y->sizes()[0] == x.sym_sizes()[0].guard_int(__FILE__, __LINE__));
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'y->sizes()' freezes
  // CHECK-MESSAGES: :[[@LINE-2]]:59: warning: 'x.sym_sizes()[0].guard_int()' freezes 'x.sym_sizes()[0]' in a meta kernel
  const int64_t n = y.value().numel() + at::size(x, 0) + x.storage().nbytes();
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'y.value().numel()' throws
  // CHECK-MESSAGES: :[[@LINE-2]]:41: warning: 'at::size(x, 0)' freezes {{.*}}; use 'x.sym_size(0)'
  // CHECK-MESSAGES: :[[@LINE-3]]:70: warning: 'x.storage().nbytes()' throws
  return makeOutput(x, n);
}

at::Tensor sizes_meta(const at::Tensor &x, c10::SymIntArrayRef s) {
  const auto m = x.size(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'x.size(0)' freezes
  std::vector<int64_t> shape(x.sizes().begin(), x.sizes().end());
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'x.sizes()' freezes
  // CHECK-MESSAGES: :[[@LINE-2]]:51: warning: 'x.sizes()' freezes
  shape.push_back((m + 7) / 8);
  c10::DimVector dims{m, 1};
  // Of several reads it is the first that is said to end up there.
  auto a = torch::empty(shape, x.options().dtype(at::kFloat));
  auto b = at::zeros(dims, x.options()).expand({m, 4}).narrow(0, 0, m);
  return a.view(C10_AS_INTARRAYREF_SLOW(s));
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'C10_AS_INTARRAYREF_SLOW(s)' throws
}

at::Tensor data_meta(const at::Tensor &x) {
  auto n = x.max().item<int64_t>() + x.item().toLong();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'x.max().item<int64_t>()' throws
  // CHECK-MESSAGES: :[[@LINE-2]]:40: warning: 'x.item()' throws
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "data", [&] {
    auto *p = x.const_data_ptr<scalar_t>();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.const_data_ptr<scalar_t>()' throws or is null
    at::parallel_for(0, 4, 1, [&](int64_t, int64_t) { x.accessor<scalar_t, 2>(); });
    // CHECK-MESSAGES: :[[@LINE-1]]:57: warning: 'x.accessor<scalar_t, 2>()' throws or is null
  });
  return at::empty({n});
}

// Near misses.

at::Tensor fine_meta(const at::Tensor &x, at::TensorList xs, c10::SymInt n, int64_t k) {
  TORCH_CHECK(x.dim() == 2 && x.sym_sizes().size() == 2 && x.stride(-1) == 1, "got ", x.sizes());
  TORCH_CHECK(n > 0 && x.sym_size(0) == n, n);
  TORCH_CHECK(xs.size() == 2 && x.is_contiguous() && x.element_size() == 4);
  if (x.is_cuda() || x.device() == at::kCPU || x.device().type() == c10::DeviceType::XPU)
    return at::empty({x.size(0)});
  if (!n.is_symbolic())
    TORCH_CHECK(n.expect_int() > 1);
  auto ws = at::empty({1024}, x.options());
  return at::empty_symint({x.sym_size(0), n * 2, ws.size(0)}, x[0].options()).view_symint({-1, n}).narrow(0, 0, k);
}

TORCH_LIBRARY_IMPL(real, Meta, m) {
  m.impl("reads", &reads_meta);
  m.impl("sizes", &sizes_meta);
  m.impl("data", &data_meta);
  m.impl("fine", &fine_meta);
}
