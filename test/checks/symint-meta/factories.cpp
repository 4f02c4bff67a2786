// RUN: %check_aoti_tidy %s aoti-symint-meta %t --any-fixes
#include <torch/library.h>
#include <algorithm>

// Factories and views whose sizes were read elsewhere: the read is the finding.

at::Tensor local_meta(const at::Tensor &x) {
  const int64_t m = x.size(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes every dynamic dimension of 'x' in a meta kernel; use 'x.sym_size(0)' [aoti-symint-meta]
  return at::empty({m, 4}, x.options());
}

at::Tensor arithmetic_meta(const at::Tensor &x) {
  auto m = x.numel();
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'x.numel()' throws
  int64_t half = 0;
  half = (m + 1) / 2;
  const auto padded = std::max<int64_t>(half, 16);
  return torch::zeros(padded > 0 ? padded : half, x.options());
}

at::Tensor containers_meta(const at::Tensor &x, const at::Tensor &y) {
  auto sizes = x.sizes().vec();
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'x.sizes()' freezes
  sizes.back() = 3;
  std::vector<int64_t> shape;
  for (int64_t s : sizes)
    shape.push_back(s);
  c10::DimVector dims;
  dims.push_back(y.size(0));
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'y.size(0)' freezes
  auto out = at::empty(shape, x.options());
  auto more = out.new_zeros(dims).narrow(0, 0, shape[1]);
  using at::reshape;
  return reshape(more, {dims[0], 1});
}

// Several reads that end up in one place.
at::Tensor several_meta(const at::Tensor &x, const at::Tensor &y) {
  const int64_t m = x.size(0), n = y.size(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes
  // CHECK-MESSAGES: :[[@LINE-2]]:38: warning: 'y.size(1)' freezes
  if (x.dim() > 2)
    return at::empty({n, m}, x.options());
  // A comparison is no place for a size to end up in.
  TORCH_CHECK(n > m);
  return at::zeros({n}, x.options());
}

// The reads are the findings where they are the arguments.
at::Tensor direct_meta(const at::Tensor &x) {
  int64_t n = x.size(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.size(1)' freezes
  return at::empty({x.size(0), n}, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes
}

// Near misses.

at::Tensor symbolic_meta(const at::Tensor &x, c10::SymInt n) {
  auto m = x.sym_size(0);
  std::vector<c10::SymInt> s = {m, n};
  return at::empty_symint(s, x.options()).view_symint({m, -1});
}
at::Tensor constants_meta(const at::Tensor &x, int64_t n, at::IntArrayRef s) {
  const int64_t rank = x.dim();
  std::vector<int64_t> ones(rank, 1);
  auto a = at::empty({1024, rank}, x.options());
  auto b = at::empty(ones, x.options());
  auto c = at::empty(s, x.options());
  return at::empty({n, 4}, x.options());
}
// The read is the defect, and all that there is to say.
at::Tensor compared_meta(const at::Tensor &x, int64_t n) {
  const bool big = x.size(0) > 8;
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'x.size(0)' freezes
  const int64_t width = big ? 8 : 4;
  return at::empty({width}, x.options());
}
at::Tensor converted_meta(const at::Tensor &x) {
  const int64_t m = x.size(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes
  return at::empty_symint({m}, x.options());
}

TORCH_LIBRARY_IMPL(factories, Meta, m) {
  m.impl("local", &local_meta);
  m.impl("arithmetic", &arithmetic_meta);
  m.impl("containers", &containers_meta);
  m.impl("several", &several_meta);
  m.impl("direct", &direct_meta);
  m.impl("symbolic", &symbolic_meta);
  m.impl("constants", &constants_meta);
  m.impl("compared", &compared_meta);
  m.impl("converted", &converted_meta);
}
