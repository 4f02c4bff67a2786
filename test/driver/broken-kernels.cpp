// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// clang-tidy runs no check over a file with a missing header; the driver does.
// What the compiler did not understand gives no finding; the rest does.
#include <torch/library.h>
#include <missing/thing.h>
// CHECK-MESSAGES: :[[@LINE-1]]:10: error: 'missing/thing.h' file not found

using at::Tensor;

Tensor parameter(const Tensor &x, missing::Type t) { return at::empty({x.size(0)}); }
missing::Tensor result(const Tensor &x) { return at::empty({x.size(0)}); }
Tensor call(const Tensor &x) { return missing::make(x.size(0)); }
Tensor variable(const Tensor &x) {
  missing::Type t(x.size(0));
  auto y = missing::make(x);
  return at::empty({y.size(0)});
}
// It may be the test that keeps meta tensors out.
Tensor condition(const Tensor &x) {
  if (!missing::isMeta(x))
    return at::empty({x.size(0)});
  return missing::isMeta(x) ? x : at::empty({x.size(0)});
}
Tensor sound(const Tensor &x) {
  missing::check(x);
  int64_t *n = new int64_t[x.size(0)];
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'x.size(0)' freezes
  return x;
}
Tensor other_key(const Tensor &x) { return at::empty({x.size(0)}); }
TORCH_LIBRARY_IMPL(ns, missing::Key, m) { m.impl("other", &other_key); }
TORCH_LIBRARY_IMPL(ns, NoSuchKey, m) { m.impl("other", &other_key); }

TORCH_LIBRARY_IMPL(ns, Meta, m) {
  m.impl("parameter", &parameter);
  m.impl("result", &result);
  m.impl("call", &call);
  m.impl("variable", &variable);
  m.impl("condition", &condition);
  m.impl("sound", &sound);
}
