// The kernel's parameters follow the schema.
// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// The messages have tests of their own.
// CHECK-MESSAGES: warning:
// CHECK-MESSAGES-COUNT-10: warning:
#include <torch/library.h>

TORCH_LIBRARY(params, m) {
  m.def("rows(Tensor x, SymInt n) -> Tensor");
  m.def("shaped(Tensor x, SymInt[] size) -> Tensor");
  m.def("vectors(Tensor x, SymInt[] size) -> Tensor");
  m.def("defaults(Tensor x, SymInt n, SymInt k=1) -> Tensor");
  m.def("refs(Tensor x, SymInt n) -> Tensor");
  m.def("called(Tensor x, SymInt n) -> Tensor");
  m.def("pointed(Tensor x, SymInt n) -> Tensor");
  m.def("member(Tensor x, SymInt n) -> Tensor");
  m.def("unnamed(Tensor x, SymInt n) -> Tensor");
  m.def("mixed(Tensor x, SymInt n, int m) -> Tensor");
}

at::Tensor rows_meta(const at::Tensor &x, int64_t n);
at::Tensor rows_meta(const at::Tensor &x, const int64_t n) {
  int64_t m = n * 2;
  TORCH_CHECK(n > 0 && n <= x.dim(), "n is ", n);
  return at::empty({m, n}, x.options());
}
// CHECK-FIXES: {{^}}at::Tensor rows_meta(const at::Tensor &x, c10::SymInt n);
// CHECK-FIXES-NEXT: {{^}}at::Tensor rows_meta(const at::Tensor &x, const c10::SymInt n) {
// CHECK-FIXES-NEXT: {{^}}  c10::SymInt m = n * 2;
// CHECK-FIXES: {{^}}  return at::empty_symint({m, n}, x.options());

at::Tensor shaped_meta(const at::Tensor &x, at::IntArrayRef size) {
  return x.new_zeros(size).view({size[0], -1});
}
// CHECK-FIXES: {{^}}at::Tensor shaped_meta(const at::Tensor &x, c10::SymIntArrayRef size) {
// CHECK-FIXES-NEXT: {{^}}  return x.new_zeros_symint(size).view_symint({size[0], -1});

at::Tensor defaults_meta(const at::Tensor &x, int64_t n, int64_t k = 1) {
  return at::zeros({n, k});
}
// CHECK-FIXES: {{^}}at::Tensor defaults_meta(const at::Tensor &x, c10::SymInt n, c10::SymInt k = 1) {
// CHECK-FIXES-NEXT: {{^}}  return at::zeros_symint({n, k});

// The dispatcher takes neither by that type.
at::Tensor refs_meta(const at::Tensor &x, const int64_t &n) { return at::ones({n}); }
// CHECK-FIXES: {{^}}at::Tensor refs_meta(const at::Tensor &x, const int64_t &n) { return at::ones({n}); }
at::Tensor vectors_meta(const at::Tensor &x, std::vector<int64_t> size) {
  return at::empty(size);
}
// CHECK-FIXES: {{^}}at::Tensor vectors_meta(const at::Tensor &x, std::vector<int64_t> size) {

// What is called elsewhere keeps its type.
at::Tensor called_meta(const at::Tensor &x, int64_t n) { return at::ones({n}); }
at::Tensor caller(const at::Tensor &x) { return called_meta(x, 3); }
// CHECK-FIXES: {{^}}at::Tensor called_meta(const at::Tensor &x, int64_t n) { return at::ones({n}); }

// The type is spelled elsewhere.
at::Tensor pointed_meta(const at::Tensor &x, int64_t n) { return at::ones({n}); }
at::Tensor (*Pointer)(const at::Tensor &, int64_t) = &pointed_meta;
// CHECK-FIXES: {{^}}at::Tensor pointed_meta(const at::Tensor &x, int64_t n) { return at::ones({n}); }

struct Ops {
  static at::Tensor member_meta(const at::Tensor &x, int64_t n);
};
at::Tensor Ops::member_meta(const at::Tensor &x, int64_t n) { return at::ones({n}); }
// CHECK-FIXES: {{^}}  static at::Tensor member_meta(const at::Tensor &x, c10::SymInt n);
// CHECK-FIXES: {{^}}at::Tensor Ops::member_meta(const at::Tensor &x, c10::SymInt n) { return at::ones_symint({n}); }

at::Tensor unnamed_meta(const at::Tensor &x, int64_t) { return at::empty_like(x); }
// CHECK-FIXES: {{^}}at::Tensor unnamed_meta(const at::Tensor &x, c10::SymInt) { return at::empty_like(x); }

at::Tensor mixed_meta(const at::Tensor &x, int64_t n, int64_t m) {
  return at::empty({n}).flatten(m);
}
// CHECK-FIXES: {{^}}at::Tensor mixed_meta(const at::Tensor &x, c10::SymInt n, int64_t m) {
// CHECK-FIXES-NEXT: {{^}}  return at::empty_symint({n}).flatten(m);

TORCH_LIBRARY_IMPL(params, Meta, m) {
  m.impl("rows", &rows_meta);
  m.impl("shaped", TORCH_FN(shaped_meta));
  m.impl("vectors", vectors_meta);
  m.impl("defaults", defaults_meta);
  m.impl("refs", refs_meta);
  m.impl("called", called_meta);
  m.impl("pointed", pointed_meta);
  m.impl("member", &Ops::member_meta);
  m.impl("unnamed", unnamed_meta);
  m.impl("mixed", mixed_meta);
}
