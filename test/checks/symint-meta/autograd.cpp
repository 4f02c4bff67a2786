// RUN: %check_aoti_tidy %s aoti-symint-meta %t --check-option=aoti-symint-meta.SchemaInts=true
// A torch::autograd::Function's apply() runs its forward() with a context first.
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

struct Frozen : Function<Frozen> {
  static Tensor forward(AutogradContext *ctx, const Tensor &x) {
    return at::empty({2 * x.size(0)}, x.options());
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'x.size(0)' freezes every dynamic dimension of 'x'
    // CHECK-MESSAGES: :[[@LINE+6]]:41: note: called here
    // CHECK-FIXES: return at::empty_symint({2 * x.sym_size(0)}, x.options());
  }
  // Not run by export of a model that is not trained.
  static variable_list backward(AutogradContext *ctx, variable_list grads) { return {grads[0].view(at::IntArrayRef(grads[0].sizes()))}; }
};
Tensor frozen(const Tensor &x) { return Frozen::apply(x); }

// The size is the second parameter of forward, and the first argument of apply.
struct Sized : Function<Sized> {
  static Tensor forward(AutogradContext *ctx, at::IntArrayRef size, const Tensor &x, int64_t n);
};
Tensor Sized::forward(AutogradContext *ctx, at::IntArrayRef size, const Tensor &x, int64_t n) {
  return at::empty(size, x.options());
  // CHECK-MESSAGES: :[[@LINE+3]]:47: warning: 'size' becomes a size of a tensor, but the schema says 'int'
  // CHECK-MESSAGES: :[[@LINE-2]]:20: note: becomes a size here
}
Tensor sized(const Tensor &x, at::IntArrayRef size, int64_t n) { return Sized::apply(size, x, n); }

// Whether forward takes a symbolic value is not known to the fix: there is none.
struct Passed : Function<Passed> {
  static Tensor forward(AutogradContext *ctx, const Tensor &x, int64_t n) { return at::empty({n}, x.options()); }
};
Tensor passed(const Tensor &x, int64_t n) { return Passed::apply(x, n); }
// CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'n' is 'int64_t' where the schema says 'SymInt'
// CHECK-FIXES: Tensor passed(const Tensor &x, int64_t n) { return Passed::apply(x, n); }

// It needs data, so export does not run it.
struct Computes : Function<Computes> {
  static Tensor forward(AutogradContext *ctx, const Tensor &x) {
    x.data_ptr();
    return at::empty(x.sizes());
  }
};
Tensor computes(const Tensor &x) { return Computes::apply(x); }
// Out of sight, ambiguous, a template: nobody knows what is run.
struct Elsewhere : Function<Elsewhere> {
  static Tensor forward(AutogradContext *ctx, const Tensor &x);
};
struct Two : Function<Two> {
  static Tensor forward(AutogradContext *ctx, const Tensor &x) { return x; }
  static Tensor forward(AutogradContext *ctx, int64_t n) { return at::empty({n}); }
};
struct Generic : Function<Generic> {
  template <typename T> static Tensor forward(AutogradContext *ctx, const T &x) { return x; }
};
Tensor opaque(const Tensor &x) { return Elsewhere::apply(x.view(at::IntArrayRef(x.sizes()))); }
Tensor two(const Tensor &x) { return Two::apply(x.view(at::IntArrayRef(x.sizes()))); }
Tensor generic(const Tensor &x) { return Generic::apply(x.view(at::IntArrayRef(x.sizes()))); }
// Another's apply().
template <class T> struct Applied { static Tensor apply(const Tensor &x) { return x; } };
struct Mine : Applied<Mine> {
  static Tensor forward(AutogradContext *ctx, const Tensor &x) { return x.view(at::IntArrayRef(x.sizes())); }
};
Tensor mine(const Tensor &x) { return Mine::apply(x); }

TORCH_LIBRARY(ns, m) {
  m.def("frozen(Tensor x) -> Tensor", &frozen);
  m.def("computes(Tensor x) -> Tensor", &computes);
  m.def("opaque(Tensor x) -> Tensor", &opaque);
  m.def("two(Tensor x) -> Tensor", &two);
  m.def("generic(Tensor x) -> Tensor", &generic);
  m.def("mine(Tensor x) -> Tensor", &mine);
  m.def("sized(Tensor x, int[] size, int n) -> Tensor");
}
TORCH_LIBRARY_FRAGMENT(ns, m) { m.def("passed(Tensor x, SymInt n) -> Tensor"); }
TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl("sized", &sized); m.impl("passed", &passed); }
