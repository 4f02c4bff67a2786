// What --fix leaves alone: a value that flows where no symbolic one can go
// keeps the whole kernel as it is.
// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// The messages have tests of their own.
// CHECK-MESSAGES: warning:
// CHECK-MESSAGES-COUNT-40: warning:
#include <cstdio>
#include <torch/library.h>

int64_t rounded(int64_t n);
template <typename T> T twice(T n) { return n + n; }

at::Tensor passed_meta(const at::Tensor &x) {
  return at::empty({rounded(x.size(0))});
}
at::Tensor deduced_meta(const at::Tensor &x) {
  return at::empty({twice(x.size(0))});
}
at::Tensor bound_meta(const at::Tensor &x) {
  int64_t n = x.size(0), log = 0;
  for (int64_t i = 1; i < n; i *= 2)
    ++log;
  return at::empty({n, log});
}
at::Tensor while_meta(const at::Tensor &x) {
  int64_t n = 1;
  while (n < x.size(0))
    n *= 2;
  return at::empty({n});
}
at::Tensor index_meta(const at::Tensor &x) {
  int64_t table[] = {1, 2, 3};
  return at::empty({table[x.size(0)]});
}
at::Tensor narrowed_meta(const at::Tensor &x) {
  return at::empty({static_cast<int>(x.size(0))});
}
at::Tensor floating_meta(const at::Tensor &x) {
  return at::empty({int64_t(x.size(0) * 0.5)});
}
at::Tensor condition_meta(const at::Tensor &x) {
  if (x.size(0))
    return at::empty_like(x);
  return at::empty({0});
}
int64_t returned_meta(const at::Tensor &x) { return x.size(0); }
at::Tensor captured_meta(const at::Tensor &x) {
  int64_t n = x.size(0);
  auto make = [&] { return at::empty({n}); };
  return make();
}
at::Tensor printed_meta(const at::Tensor &x) {
  std::printf("%ld", (long)x.size(0));
  return at::empty({x.size(0)});
}
at::Tensor counted_meta(const at::Tensor &x) {
  int64_t n = x.size(0);
  n++;
  return at::empty({n});
}
at::Tensor pointed_meta(const at::Tensor &x) {
  int64_t n = x.size(0);
  int64_t *p = &n;
  return at::empty({*p});
}
at::Tensor shifted_meta(const at::Tensor &x) {
  return at::empty({x.size(0) >> 1, x.size(0) & ~7});
}
at::Tensor vague_meta(const at::Tensor &x, long long n) {
  return at::empty({x.size(0) * n});
}
at::Tensor switched_meta(const at::Tensor &x) {
  switch (x.size(0)) {
  case 1:
    return at::empty_like(x);
  }
  return at::empty({x.size(0)});
}
struct Shape {
  int64_t rows;
};
at::Tensor stored_meta(const at::Tensor &x) {
  Shape s;
  s.rows = x.size(0);
  return at::empty({s.rows});
}
at::Tensor aggregate_meta(const at::Tensor &x) {
  Shape s{x.size(0)};
  return at::empty({s.rows});
}
at::Tensor counted_list_meta(const at::Tensor &x) {
  std::vector<int64_t> ones(x.size(0), 1);
  return at::empty(ones);
}
at::Tensor mixed_meta(const at::Tensor &x, std::vector<int64_t> more) {
  std::vector<int64_t> sizes = more;
  sizes.push_back(x.size(0));
  return at::empty(sizes);
}
at::Tensor unsymbolic_meta(const at::Tensor &x) {
  return at::empty({x.size(0)}) .index({at::indexing::Slice(0, 1)}).to(at::kFloat).data_ptr() ? x : x;
}
at::Tensor remainder_meta(const at::Tensor &x) {
  int64_t n = x.size(0);
  n -= 1;
  return at::empty({n});
}
at::Tensor kept_meta(const at::Tensor &x) {
  static int64_t n = x.size(0);
  return at::empty({n});
}
at::Tensor same_type_meta(const at::Tensor &x) {
  auto n = x.size(0);
  decltype(n) m = 1;
  return at::empty({n, m});
}
at::Tensor vector_meta(const at::Tensor &x) {
  std::vector<int64_t> sizes;
  sizes.push_back(x.size(0));
  return at::zeros(sizes);
}
at::Tensor copied_meta(const at::Tensor &x) {
  auto sizes = x.sizes().vec();
  return at::zeros(sizes);
}
at::Tensor cast_meta(const at::Tensor &x) {
  return at::ones({static_cast<int64_t>(x.size(0))});
}
at::Tensor unwrapped_meta(const at::Tensor &x, c10::SymInt n) {
  return x.new_zeros({n.expect_int()});
}
at::Tensor compared_meta(const at::Tensor &x, at::IntArrayRef sizes) {
  TORCH_CHECK(x.sizes() == sizes);
  return at::empty_like(x);
}
// Strides of an empty_strided_symint are symbolic, too.
at::Tensor strides_meta(const at::Tensor &x) {
  std::vector<int64_t> strides{3, 1};
  return at::empty_strided({x.size(0), 3}, strides);
}
using at::full;
at::Tensor used_meta(const at::Tensor &x) { return full({x.size(0)}, 1.0); }
static int64_t rows(const at::Tensor &x) { return x.size(0); }
at::Tensor helped_meta(const at::Tensor &x) { return at::empty({rows(x)}); }

#define ROWS(x) x.size(0)
at::Tensor macro_meta(const at::Tensor &x) { return at::empty({ROWS(x)}); }
#define DEFINE_META(name)                                                      \
  at::Tensor name(const at::Tensor &x) { return at::empty({x.size(0)}); }
DEFINE_META(defined_meta)

// No at::randn_symint here.
at::Tensor no_form_meta(const at::Tensor &x) { return at::randn({x.size(0)}); }

// 'Rows' is not ours to say which type it is.
template <typename Rows> at::Tensor typed_meta(const at::Tensor &x) {
  Rows rows = x.size(0);
  return at::empty({rows});
}
// In another instantiation, size() may be anything.
template <typename T> at::Tensor any_meta(const T &x) {
  return at::empty({x.size(0)});
}

TORCH_LIBRARY_IMPL(refused, Meta, m) {
  m.impl("passed", &passed_meta);
  m.impl("deduced", &deduced_meta);
  m.impl("bound", &bound_meta);
  m.impl("while", &while_meta);
  m.impl("index", &index_meta);
  m.impl("narrowed", &narrowed_meta);
  m.impl("floating", &floating_meta);
  m.impl("condition", &condition_meta);
  m.impl("returned", &returned_meta);
  m.impl("captured", &captured_meta);
  m.impl("printed", &printed_meta);
  m.impl("counted", &counted_meta);
  m.impl("pointed", &pointed_meta);
  m.impl("shifted", &shifted_meta);
  m.impl("vague", &vague_meta);
  m.impl("switched", &switched_meta);
  m.impl("stored", &stored_meta);
  m.impl("aggregate", &aggregate_meta);
  m.impl("counted_list", &counted_list_meta);
  m.impl("mixed", &mixed_meta);
  m.impl("unsymbolic", &unsymbolic_meta);
  m.impl("remainder", &remainder_meta);
  m.impl("kept", &kept_meta);
  m.impl("same_type", &same_type_meta);
  m.impl("vector", &vector_meta);
  m.impl("copied", &copied_meta);
  m.impl("cast", &cast_meta);
  m.impl("unwrapped", &unwrapped_meta);
  m.impl("compared", &compared_meta);
  m.impl("strides", &strides_meta);
  m.impl("used", &used_meta);
  m.impl("helped", &helped_meta);
  m.impl("macro", &macro_meta);
  m.impl("no_form", &no_form_meta);
  m.impl("typed", &typed_meta<int64_t>);
  m.impl("any", &any_meta<at::Tensor>);
  m.impl("defined", &defined_meta);
}
