// What --fix writes: one coherent edit per kernel.
// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// The messages have tests of their own.
// CHECK-MESSAGES: warning:
// CHECK-MESSAGES-COUNT-23: warning:
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

at::Tensor several_meta(const at::Tensor &x) {
  int64_t m = x.size(0), n = 1;
  if (x.dim() > 1)
    n = x.size(1);
  n *= m;
  return torch::empty({m, x.numel() / n});
}
// CHECK-FIXES: {{^}}  c10::SymInt m = x.sym_size(0), n = 1;
// CHECK-FIXES: {{^}}    n = x.sym_size(1);
// CHECK-FIXES-NEXT: {{^}}  n *= m;
// CHECK-FIXES-NEXT: {{^}}  return torch::empty_symint({m, x.sym_numel() / n});

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

// A helper whose signature stays.
static void check_rows(const at::Tensor &x) {
  const auto rows = x.size(0);
  TORCH_CHECK(rows % 8 == 0, "rows: ", rows);
}
at::Tensor checked_meta(const at::Tensor &x) {
  check_rows(x);
  TORCH_CHECK(x.sizes() == x.sizes() && x.sizes()[1] == 8);
  return at::empty_like(x);
}
// CHECK-FIXES: {{^}}  const auto rows = x.sym_size(0);
// CHECK-FIXES: {{^}}  TORCH_CHECK(x.sym_sizes() == x.sym_sizes() && x.sym_sizes()[1] == 8);

// A template's text is edited once.
template <typename T> at::Tensor typed_meta(const at::Tensor &x) {
  const int64_t rows = x.size(0);
  return at::empty({rows, sizeof(T)}, x.options());
}
// CHECK-FIXES: {{^}}  const c10::SymInt rows = x.sym_size(0);
// CHECK-FIXES-NEXT: {{^}}  return at::empty_symint({rows, sizeof(T)}, x.options());

TORCH_LIBRARY_IMPL(fixed, Meta, m) {
  m.impl("product", &product_meta);
  m.impl("like", &like_meta);
  m.impl("several", &several_meta);
  m.impl("chosen", &chosen_meta);
  m.impl("both", &both_meta);
  m.impl("half", &half_meta);
  m.impl("checked", &checked_meta);
  m.impl("typed", &typed_meta<float>);
  m.impl("typed_too", &typed_meta<double>);
}
