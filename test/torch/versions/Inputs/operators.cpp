// Custom ops, registered in the ways that every torch has.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <torch/library.h>

using at::Tensor;

Tensor repeat_meta(const Tensor &x, int64_t n) {
  // CHECK: :[[@LINE-1]]:45: warning: 'n' is 'int64_t' where the schema says 'SymInt': {{.*}} [aoti-symint-meta]
  return at::empty({x.size(0) * n}, x.options());
  // CHECK: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes {{.*}} [aoti-symint-meta]
}
Tensor shape_meta(const Tensor &x, at::IntArrayRef shape) {
  // CHECK: :[[@LINE-1]]:52: warning: 'shape' is {{.*}} [aoti-symint-meta]
  return x.view(shape);
}
Tensor read_meta(const Tensor &x, const std::optional<Tensor> &y) {
  const int64_t n = y->numel() + x.sizes()[0];
  // CHECK: :[[@LINE-1]]:24: warning: 'y->numel()' throws {{.*}} [aoti-symint-meta]
  // CHECK: :[[@LINE-2]]:36: warning: 'x.sizes()' freezes {{.*}} [aoti-symint-meta]
  return x.narrow(0, 0, n);
}
Tensor data_meta(const Tensor &x) {
  return at::empty({x.item().toLong()});
  // CHECK: :[[@LINE-1]]:23: warning: 'x.item()' throws {{.*}} [aoti-symint-meta]
}
static Tensor helper(const Tensor &x) {
  return x.new_empty({x.size(-1)});
  // CHECK: :[[@LINE-1]]:25: warning: 'x.size(-1)' freezes {{.*}} [aoti-symint-meta]
}
Tensor helped_meta(const Tensor &x) { return helper(x); }
Tensor fast_meta(const Tensor &x) { return x.view(x.sizes()); }
// CHECK: :[[@LINE-1]]:53: warning: 'x.sizes()' freezes {{.*}} [aoti-symint-meta]
#define KERNEL(NAME, n) Tensor NAME(const Tensor &x, int64_t n) { return x; }
KERNEL(by_macro, n)
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is {{.*}} [aoti-symint-meta]
KERNEL(by_dispatch, n)
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is {{.*}} [aoti-symint-meta]
KERNEL(by_key, n)
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is {{.*}} [aoti-symint-meta]
KERNEL(by_handle, n)
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is {{.*}} [aoti-symint-meta]
Tensor composite(const Tensor &x) { return x.view(x.sizes()); }
// CHECK: :[[@LINE-1]]:53: warning: 'x.sizes()' freezes {{.*}} [aoti-symint-meta]
struct Static {
  static Tensor method(const Tensor &x, int64_t n) { return x; }
  // CHECK: :[[@LINE-1]]:49: warning: 'n' is {{.*}} [aoti-symint-meta]
};

// Near misses: right, or not run by export, or never registered.

Tensor symbolic_meta(const Tensor &x, c10::SymInt n) {
  TORCH_CHECK(x.dim() == 2 && x.sym_size(0) == n, "got ", x.sizes());
  if (x.is_cuda())
    return at::empty({x.size(0)});
  return at::empty_symint({x.sym_size(0), n * 2}, x.options()).view_symint({-1, n});
}
Tensor list_meta(const Tensor &x, c10::SymIntArrayRef shape) { return x.view_symint(shape); }
Tensor rank_meta(const Tensor &x, int64_t dim) { return x.squeeze(dim); }
Tensor repeat_on_cpu(const Tensor &x, int64_t n) { return at::empty({x.size(0) * n}); }
Tensor on_cpu(const Tensor &x) { return at::empty({x.size(0)}); }
Tensor lost_on_cpu(const Tensor &x) { return at::empty({x.size(0)}); }
static Tensor unregistered(const Tensor &x) { return x.view(x.sizes()); }

#define SCHEMA(NAME) #NAME "(Tensor x, SymInt n) -> Tensor"
TORCH_LIBRARY(versions, m) {
  m.def(SCHEMA(repeat));
  m.def("shape(Tensor x, SymInt[] shape) -> Tensor");
  m.def("read(Tensor x, Tensor? y) -> Tensor");
  m.def("data(Tensor x) -> Tensor").def("helped(Tensor x) -> Tensor");
  m.def("chosen(Tensor x) -> Tensor");
  m.def(SCHEMA(by_macro)).def(SCHEMA(by_dispatch)).def(SCHEMA(by_handle));
  m.def(torch::schema(SCHEMA(by_key)));
  m.def("composite(Tensor x) -> Tensor", &composite);
  m.def(SCHEMA(method));
  m.def(SCHEMA(lambda));
  m.def(SCHEMA(symbolic));
  m.def("list(Tensor x, SymInt[] shape) -> Tensor");
  m.def("rank(Tensor x, int dim) -> Tensor");
  m.def("on_cpu(Tensor x) -> Tensor", torch::dispatch(c10::kCPU, &on_cpu));
  // CHECK: :[[@LINE-1]]:9: warning: 'versions::on_cpu' has kernels for devices but none that export can run{{.*}} [aoti-missing-meta]
  m.def("lost(Tensor x) -> Tensor");
  // CHECK: :[[@LINE-1]]:9: warning: 'versions::lost' has kernels for devices but none that export can run{{.*}} [aoti-missing-meta]
}
TORCH_LIBRARY_IMPL(versions, CPU, m) {
  m.impl("lost", &lost_on_cpu);
  m.impl("repeat", TORCH_FN(repeat_on_cpu));
}
bool fast();
TORCH_LIBRARY_IMPL(versions, Meta, m) {
  m.impl("repeat", &repeat_meta);
  m.impl("shape", TORCH_FN(shape_meta));
  m.impl("versions::read", read_meta);
  m.impl("data", torch::CppFunction::makeFromUnboxedFunction(&data_meta));
  m.impl("helped", &helped_meta);
  m.impl("chosen", &fast_meta);
  m.impl("method", &Static::method);
  m.impl("lambda", [](const Tensor &x, int64_t n) { return x; });
  // CHECK: :[[@LINE-1]]:48: warning: 'n' is {{.*}} [aoti-symint-meta]
  m.impl("symbolic", &symbolic_meta).impl("list", &list_meta).impl("rank", &rank_meta);
}
#define META(NAME) TORCH_LIBRARY_IMPL(versions, Meta, m) { m.impl(#NAME, TORCH_FN(NAME)); }
META(by_macro)
TORCH_LIBRARY_FRAGMENT(versions, m) {
  m.impl("by_dispatch", torch::dispatch(c10::DispatchKey::Meta, &by_dispatch));
  m.impl("by_key", c10::DispatchKey::Meta, &by_key);
}
static auto handle = MAKE_TORCH_LIBRARY_IMPL(versions, Meta);
static const bool done = (handle.impl("by_handle", &by_handle), true);
