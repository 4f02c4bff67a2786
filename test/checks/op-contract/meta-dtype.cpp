// RUN: %check_aoti_tidy %s aoti-op-contract %t
// A Meta kernel that gives the dtype of an argument which the kernel converts: the
// package reads float32 as what the argument is. The form of dequantizing operators.
#include <torch/library.h>

using at::Tensor;

Tensor dequant(const Tensor &q, const Tensor &scale) {
  return q.to(at::kFloat) * scale;
}
Tensor dequantMeta(const Tensor &q, const Tensor &scale) {
  return at::empty_like(q);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the fake of 'quant::dequant' returns the dtype of 'q', its kernel float32: the package misreads the result; return the kernel's dtype [aoti-op-contract]
  // CHECK-MESSAGES: :[[@LINE-5]]:10: note: the kernel returns this
}
Tensor widened(const Tensor &x) {
  Tensor y = x.to(at::kDouble);
  return y;
}
Tensor widenedMeta(const Tensor &x) {
  Tensor y = at::empty_like(x);
  return y;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the fake of 'quant::widened' returns the dtype of 'x', its kernel float64
  // CHECK-MESSAGES: :[[@LINE-6]]:10: note: the kernel returns this
}

// Nothing to find in these: another argument, the options say it, another way out,
// the same dtype.
Tensor other(const Tensor &x, const Tensor &y) { return x.to(at::kFloat); }
Tensor otherMeta(const Tensor &x, const Tensor &y) { return at::empty_like(y); }
Tensor said(const Tensor &x) { return x.to(at::kFloat); }
Tensor saidMeta(const Tensor &x) {
  return at::empty_like(x, x.options().dtype(at::kFloat));
}
Tensor twoWays(const Tensor &x, bool wide) {
  if (!wide)
    return x.clone();
  return x.to(at::kFloat);
}
Tensor twoWaysMeta(const Tensor &x, bool wide) { return at::empty_like(x); }
Tensor same(const Tensor &x) { return at::empty_like(x); }
Tensor sameMeta(const Tensor &x) { return at::empty_like(x); }
Tensor back(const Tensor &x) {
  Tensor y = x.to(at::kFloat);
  return y.to(x.options());
}
Tensor backMeta(const Tensor &x) { return at::empty_like(x); }
// A comparison gives bool; what asks for the dtype may refuse others.
Tensor above(const Tensor &x) { return x.to(at::kFloat) > 0.5; }
Tensor aboveMeta(const Tensor &x) { return at::empty_like(x); }
Tensor checked(const Tensor &x) {
  TORCH_CHECK(x.scalar_type() == at::kFloat);
  return x.to(at::kFloat);
}
Tensor checkedMeta(const Tensor &x) { return at::empty_like(x); }

TORCH_LIBRARY(quant, m) {
  m.def("dequant(Tensor q, Tensor scale) -> Tensor");
  m.def("widened(Tensor x) -> Tensor");
  m.def("other(Tensor x, Tensor y) -> Tensor");
  m.def("said(Tensor x) -> Tensor");
  m.def("twoWays(Tensor x, bool wide) -> Tensor");
  m.def("same(Tensor x) -> Tensor");
  m.def("back(Tensor x) -> Tensor");
  m.def("above(Tensor x) -> Tensor");
  m.def("checked(Tensor x) -> Tensor");
}
TORCH_LIBRARY_IMPL(quant, CPU, m) {
  m.impl("dequant", &dequant);
  m.impl("widened", &widened);
  m.impl("other", &other);
  m.impl("said", &said);
  m.impl("twoWays", &twoWays);
  m.impl("same", &same);
  m.impl("back", &back);
  m.impl("above", &above);
  m.impl("checked", &checked);
}
TORCH_LIBRARY_IMPL(quant, Meta, m) {
  m.impl("dequant", &dequantMeta);
  m.impl("widened", &widenedMeta);
  m.impl("other", &otherMeta);
  m.impl("said", &saidMeta);
  m.impl("twoWays", &twoWaysMeta);
  m.impl("same", &sameMeta);
  m.impl("back", &backMeta);
  m.impl("above", &aboveMeta);
  m.impl("checked", &checkedMeta);
}
