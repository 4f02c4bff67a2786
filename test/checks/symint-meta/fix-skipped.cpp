// Code that '#if' leaves out is not changed, so no fix that it would have to follow
// is offered.
// RUN: %check_aoti_tidy %s aoti-symint-meta %t --unsafe-fixes
#include <torch/library.h>

TORCH_LIBRARY(skipped, m) {
  m.def("declared(Tensor x, SymInt n) -> Tensor");
  m.def("called(Tensor x, SymInt n) -> Tensor");
  m.def("other(Tensor x, SymInt n) -> Tensor");
  m.def("local(Tensor x) -> Tensor");
  m.def("beside(Tensor x) -> Tensor");
}

#ifdef OTHER_BUILD
at::Tensor declared_meta(const at::Tensor &x, int64_t n);
at::Tensor declared_meta_of(const at::Tensor &x);
#endif
at::Tensor declared_meta(const at::Tensor &x, int64_t n) {
  return at::empty({n}, x.options());
}
// CHECK-MESSAGES: :[[@LINE-3]]:55: warning:
// CHECK-MESSAGES: :[[@LINE-8]]:1: note: no fix: it would not change the code of this '#if', which is not compiled here
// CHECK-FIXES: {{^}}at::Tensor declared_meta(const at::Tensor &x, int64_t n) {

at::Tensor called_meta(const at::Tensor &x, int64_t n) {
  return at::empty({n}, x.options());
}
// CHECK-MESSAGES: :[[@LINE-3]]:53: warning:
// CHECK-MESSAGES: :[[@LINE+4]]:1: note: no fix:
// CHECK-FIXES: {{^}}at::Tensor called_meta(const at::Tensor &x, int64_t n) {
#if 1
void host(const at::Tensor &x) {}
#else
void host(const at::Tensor &x) { called_meta(x, 4); }
#endif

// Names of others.
#if 0
void another(int64_t n);
#endif
at::Tensor other_meta(const at::Tensor &x, int64_t n) {
  return at::empty({n}, x.options());
}
// CHECK-MESSAGES: :[[@LINE-3]]:52: warning:
// CHECK-FIXES: {{^}}at::Tensor other_meta(const at::Tensor &x, c10::SymInt n) {

at::Tensor local_meta(const at::Tensor &x) {
  int64_t n = x.size(0);
#ifdef OTHER_BUILD
  n = round(n);
#endif
  return at::empty({n}, x.options());
}
// CHECK-MESSAGES: :[[@LINE-6]]:17: warning:
// CHECK-MESSAGES: :[[@LINE-6]]:1: note: no fix:
// CHECK-FIXES: {{^}}  int64_t n = x.size(0);

// Only its text changes, and nobody else's.
#ifdef OTHER_BUILD
at::Tensor beside_meta(const at::Tensor &x) { return x; }
#endif
at::Tensor beside_meta(const at::Tensor &x) {
  return at::empty({x.size(0)}, x.options());
}
// CHECK-MESSAGES: :[[@LINE-2]]:23: warning:
// CHECK-FIXES: {{^}}  return at::empty_symint({x.sym_size(0)}, x.options());

TORCH_LIBRARY_IMPL(skipped, Meta, m) {
  m.impl("declared", &declared_meta);
  m.impl("called", &called_meta);
  m.impl("other", &other_meta);
  m.impl("local", &local_meta);
  m.impl("beside", &beside_meta);
}
