// What --fix writes: one coherent edit per kernel.
// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// The messages have tests of their own.
// CHECK-MESSAGES: warning:
// CHECK-MESSAGES-COUNT-33: warning:
#include <torch/library.h>

at::Tensor product_meta(const at::Tensor &x, const at::Tensor &w) {
  TORCH_CHECK(x.size(1) == w.size(0), "inner sizes differ: ", x.size(1));
  int64_t m = x.size(0);
  const int64_t n = w.size(1);
  return at::empty({m, n * 2}, x.options());
}
// CHECK-FIXES: TORCH_CHECK(x.sym_size(1) == w.sym_size(0), "inner sizes differ: ", x.size(1));
// CHECK-FIXES-NEXT: {{^}}  c10::SymInt m = x.sym_size(0);
// CHECK-FIXES-NEXT: {{^}}  const c10::SymInt n = w.sym_size(1);
// CHECK-FIXES-NEXT: {{^}}  return at::empty_symint({m, n * 2}, x.options());

at::Tensor like_meta(const at::Tensor &x) {
  auto sizes = x.sizes();
  return x.new_empty(sizes);
}
// CHECK-FIXES: {{^}}  auto sizes = x.sym_sizes();
// CHECK-FIXES-NEXT: {{^}}  return x.new_empty_symint(sizes);

at::Tensor rows_meta(const at::Tensor &x) {
  auto sizes = x.sizes().vec();
  sizes.back() = sizes[0] * 2;
  std::vector<int64_t> strides(x.dim(), 1), unused;
  std::vector<int64_t> shape;
  for (int64_t i = 0; i < x.dim(); ++i)
    shape.push_back(x.size(i));
  shape.push_back(4);
  return at::zeros(shape);
}
// CHECK-FIXES: {{^}}  auto sizes = x.sym_sizes().vec();
// CHECK-FIXES-NEXT: {{^}}  sizes.back() = sizes[0] * 2;
// CHECK-FIXES-NEXT: {{^}}  std::vector<int64_t> strides(x.dim(), 1), unused;
// CHECK-FIXES-NEXT: {{^}}  std::vector<c10::SymInt> shape;
// CHECK-FIXES-NEXT: {{^}}  for (int64_t i = 0; i < x.dim(); ++i)
// CHECK-FIXES-NEXT: {{^}}    shape.push_back(x.sym_size(i));
// CHECK-FIXES: {{^}}  return at::zeros_symint(shape);

at::Tensor several_meta(const at::Tensor &x) {
  int64_t m = x.size(0), n = 1;
  if (x.dim() > 1)
    n = x.size(1);
  return torch::empty({m, x.numel() / n});
}
// CHECK-FIXES: {{^}}  c10::SymInt m = x.sym_size(0), n = 1;
// CHECK-FIXES: {{^}}    n = x.sym_size(1);
// CHECK-FIXES: {{^}}  return torch::empty_symint({m, x.sym_numel() / n});

at::Tensor casts_meta(const at::Tensor &x) {
  const int m = static_cast<int64_t>(x.size(0) + 1) * 2;
  auto n = static_cast<int64_t>(x.nbytes());
  auto k = (int64_t)x.stride(0) * int64_t(x.storage_offset());
  std::vector<int64_t> sizes{m, n, k};
  return at::ones(sizes);
}
// CHECK-FIXES: {{^}}  const c10::SymInt m = (x.sym_size(0) + 1) * 2;
// CHECK-FIXES-NEXT: {{^}}  auto n = x.sym_nbytes();
// CHECK-FIXES-NEXT: {{^}}  auto k = x.sym_stride(0) * c10::SymInt(x.sym_storage_offset());
// CHECK-FIXES-NEXT: {{^}}  std::vector<c10::SymInt> sizes{m, n, k};
// CHECK-FIXES-NEXT: {{^}}  return at::ones_symint(sizes);

at::Tensor unwrapped_meta(const at::Tensor &x, c10::SymInt n) {
  int64_t m = n.expect_int();
  auto k = n.guard_int(__FILE__, __LINE__) + 1;
  return x.new_zeros({m, k});
}
// CHECK-FIXES: {{^}}  c10::SymInt m = n;
// CHECK-FIXES-NEXT: {{^}}  auto k = n + 1;
// CHECK-FIXES-NEXT: {{^}}  return x.new_zeros_symint({m, k});

at::Tensor chosen_meta(const at::Tensor &x, bool wide) {
  const auto m = wide ? x.size(0) * 2 : 1;
  return at::full({m, x.size(1)}, 0.0);
}
// CHECK-FIXES: {{^}}  const auto m = wide ? x.sym_size(0) * 2 : 1;
// CHECK-FIXES-NEXT: {{^}}  return at::full_symint({m, x.sym_size(1)}, 0.0);

// Functions and methods, one name.
at::Tensor both_meta(const at::Tensor &x) {
  auto a = at::reshape(x, {x.size(0), -1});
  auto b = a.narrow(0, 0, x.size(1)).slice(0, 0, x.size(0));
  return at::empty_strided(b.sizes(), {x.size(1), 1}).expand({x.size(0), -1});
}
// CHECK-FIXES: {{^}}  auto a = at::reshape_symint(x, {x.sym_size(0), -1});
// CHECK-FIXES-NEXT: {{^}}  auto b = a.narrow_symint(0, 0, x.sym_size(1)).slice_symint(0, 0, x.sym_size(0));
// CHECK-FIXES-NEXT: {{^}}  return at::empty_strided_symint(b.sym_sizes(), {x.sym_size(1), 1}).expand_symint({x.sym_size(0), -1});

// Already half done: the sizes are still read as numbers.
at::Tensor half_meta(const at::Tensor &x) {
  c10::SymInt m = x.size(0);
  return at::empty_symint({m, x.size(1), x.numel()}, x.options());
}
// CHECK-FIXES: {{^}}  c10::SymInt m = x.sym_size(0);
// CHECK-FIXES-NEXT: {{^}}  return at::empty_symint({m, x.sym_size(1), x.sym_numel()}, x.options());

// Only the sizes that depend on it change.
at::Tensor constants_meta(const at::Tensor &x) {
  std::vector<int64_t> fixed{2, 3};
  std::vector<int64_t> strides{3, 1};
  auto y = at::empty(fixed);
  return at::empty_strided({x.size(0), 3}, strides);
}
// CHECK-FIXES: {{^}}  std::vector<int64_t> fixed{2, 3};
// CHECK-FIXES-NEXT: {{^}}  std::vector<c10::SymInt> strides{3, 1};
// CHECK-FIXES-NEXT: {{^}}  auto y = at::empty(fixed);
// CHECK-FIXES-NEXT: {{^}}  return at::empty_strided_symint({x.sym_size(0), 3}, strides);

// A helper whose signature stays.
static void check_rows(const at::Tensor &x) {
  const auto rows = x.size(0);
  TORCH_CHECK(rows % 8 == 0, "rows: ", rows);
}
at::Tensor checked_meta(const at::Tensor &x) {
  check_rows(x);
  TORCH_CHECK(x.sizes() == x.sizes() && x.sizes().size() == 2);
  return at::empty_like(x);
}
// CHECK-FIXES: {{^}}  const auto rows = x.sym_size(0);
// CHECK-FIXES: {{^}}  TORCH_CHECK(x.sym_sizes() == x.sym_sizes() && x.dim() == 2);

// A template's text is edited once.
template <typename T> at::Tensor typed_meta(const at::Tensor &x) {
  const int64_t rows = x.size(0);
  return at::empty({rows, sizeof(T)}, x.options());
}
// CHECK-FIXES: {{^}}  const c10::SymInt rows = x.sym_size(0);
// CHECK-FIXES-NEXT: {{^}}  return at::empty_symint({rows, sizeof(T)}, x.options());

using at::empty;
at::Tensor used_meta(const at::Tensor &x) {
  return empty({x.size(0)});
}
// CHECK-FIXES: {{^}}  return at::empty_symint({x.sym_size(0)});

TORCH_LIBRARY_IMPL(fixed, Meta, m) {
  m.impl("product", &product_meta);
  m.impl("like", &like_meta);
  m.impl("rows", &rows_meta);
  m.impl("several", &several_meta);
  m.impl("casts", &casts_meta);
  m.impl("unwrapped", &unwrapped_meta);
  m.impl("chosen", &chosen_meta);
  m.impl("both", &both_meta);
  m.impl("half", &half_meta);
  m.impl("constants", &constants_meta);
  m.impl("checked", &checked_meta);
  m.impl("used", &used_meta);
  m.impl("typed", &typed_meta<float>);
  m.impl("typed_too", &typed_meta<double>);
}
