// Kernels that a macro makes: the macro is what one edits, so each defect is said
// once, there, however often the macro is used.
// RUN: %check_aoti_tidy %s aoti-symint-meta %t --any-fixes
#include <ATen/ATen.h>
#include <torch/library.h>

#define ELEMENTWISE(NAME, ARG)                                                 \
  at::Tensor NAME##_meta(const at::Tensor &ARG##_in) {                         \
    return at::empty({ARG##_in.numel()});                                      \
  }                                                                            \
  at::Tensor NAME##_grad_meta(const at::Tensor &grad, const at::Tensor &ARG) { \
    TORCH_CHECK(grad.size(0) > 0);                                             \
    return at::empty({grad.size(1), ARG.size(0), ARG##_ROWS(ARG)});            \
  }                                                                            \
  at::Tensor NAME##_cpu(const at::Tensor &x) { return at::empty({x.size(2)}); } \
  TORCH_LIBRARY_IMPL(ns, Meta, m) {                                            \
    m.impl(#NAME, &NAME##_meta);                                               \
    m.impl(#NAME "_grad", &NAME##_grad_meta);                                  \
  }                                                                            \
  TORCH_LIBRARY_IMPL(ns, CPU, m) { m.impl(#NAME, &NAME##_cpu); }
// CHECK-MESSAGES: :[[@LINE-12]]:32: warning: 'numel()' throws
// CHECK-MESSAGES: :[[@LINE+15]]:1: note: registered here as the Meta kernel of 'ns::gamma'
// CHECK-MESSAGES: :[[@LINE-11]]:22: warning: 'grad.size(0)' freezes
// CHECK-MESSAGES: :[[@LINE+13]]:1: note: registered here as the Meta kernel of 'ns::gamma_grad'
// CHECK-MESSAGES: :[[@LINE-12]]:28: warning: 'grad.size(1)' freezes
// CHECK-MESSAGES: :[[@LINE-13]]:41: warning: 'size(0)' freezes
// CHECK-MESSAGES: :[[@LINE-14]]:50: warning: 'size(3)' freezes

// What a macro in the macro stands for is as good as written there.
#define z_ROWS(t) ROWS(t)
#define y_ROWS(t) ROWS(t)
#define ROWS(t) t.size(3)

TORCH_LIBRARY(ns, m) {
  m.def("gamma(Tensor x) -> Tensor");
}
ELEMENTWISE(gamma, z)
ELEMENTWISE(digamma, z)
ELEMENTWISE(beta, y)

// Text in an argument of the macro, and a macro in a function, are where they stand.
#define WRAPPED(NAME, BODY) at::Tensor NAME(const at::Tensor &x) BODY
WRAPPED(argument_meta, { return at::empty({x.size(0)}); })
// CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'x.size(0)' freezes
at::Tensor inside_meta(const at::Tensor &x) { return at::empty({ROWS(x)}); }
// CHECK-MESSAGES: :[[@LINE-1]]:65: warning: 'size(3)' freezes
TORCH_LIBRARY_IMPL(ns, Meta, m) {
  m.impl("argument", &argument_meta);
  m.impl("inside", &inside_meta);
}
