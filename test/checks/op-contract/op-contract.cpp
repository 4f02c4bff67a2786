// RUN: %check_aoti_tidy %s aoti-op-contract %t
// Kernels that do not do what the schema of their operator says.
#include <torch/library.h>

using at::Tensor;

// pytorch/pytorch#124933
Tensor append(const Tensor &cache, const Tensor &row) {
  cache.select(0, 0).copy_(row);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the operator writes its argument 'cache' and does not say so: the package may lack the write; write 'Tensor(a!) cache' in the schema [aoti-op-contract]
  return row.clone();
}
void pointer(const Tensor &x, const Tensor &out) {
  float *p = out.data_ptr<float>();
  p[0] = 1;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the operator writes its argument 'out'
}
// pytorch/pytorch#149425
Tensor maybe_relu(const Tensor &x, bool on) {
  if (!on)
    return x;
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the operator returns its argument 'x': the package may overwrite it; return a copy ('clone()')
  // NVIDIA/recsys-examples paged_kvcache_ops_cuda.cpp: of several, the first.
  if (x.numel() == 0)
    return x;
  return x.clone();
}
Tensor viewed(const Tensor &x) { return x.view({-1}); }
// CHECK-MESSAGES: :[[@LINE-1]]:41: warning: the operator returns 'x.view({-1})', the memory of its argument 'x'

// Nothing to find in these.
Tensor own(const Tensor &x) {
  Tensor y = x.clone();
  y.copy_(x);
  return y;
}
Tensor rebound(Tensor x) {
  x = x.contiguous();
  x.copy_(x);
  return x;
}
Tensor declared(Tensor x) {
  x.copy_(x);
  return x;
}
Tensor composite(const Tensor &x) { return x; }
Tensor reads(const Tensor &x) {
  const float *p = x.data_ptr<float>();
  float sum = 0;
  sum += p[0];
  return x.clone();
}
void elsewhere(const Tensor &, const Tensor &);
Tensor not_registered(const Tensor &x) { return x; }

TORCH_LIBRARY(ns, m) {
  m.def("append(Tensor cache, Tensor row) -> Tensor");
  m.def("pointer(Tensor x, Tensor out) -> ()");
  m.def("maybe_relu(Tensor x, bool on) -> Tensor");
  m.def("viewed(Tensor x) -> Tensor");
  m.def("own(Tensor x) -> Tensor");
  m.def("rebound(Tensor x) -> Tensor");
  m.def("declared(Tensor(a!) x) -> Tensor(a!)");
  m.def("composite(Tensor x) -> Tensor", &composite);
  m.def("reads(Tensor x) -> Tensor");
  // pytorch/FBGEMM moe/index_shuffling.cpp, intel-extension-for-pytorch: the
  // kernel calls another file. Eager gives 3.0, the package 1.0.
  m.def("scatter_add_along_first_dim(Tensor Dst, Tensor Src) -> ()");
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'ns::scatter_add_along_first_dim' returns nothing and does not say that it writes 'Dst': the package drops its calls; write 'Tensor(a!) Dst' in the schema [aoti-op-contract]
  m.def("many(Tensor[] idx, Tensor[] k_out) -> ()");
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'ns::many' returns nothing and does not say that it writes 'k_out'
  // Of these the schema alone does not tell.
  m.def("says_so(Tensor x, Tensor(a!) out) -> ()");
  m.def("trace(Tensor x, str key) -> ()");
  m.def("decomposed(Tensor x, Tensor out) -> ()");
  m.def("given(Tensor x, Tensor out) -> ()", &elsewhere);
  m.def("result(Tensor x, Tensor out) -> Tensor");
  m.def("no_kernel(Tensor x, Tensor out) -> ()");
  m.def("to_file(Tensor x, str output) -> ()");
}
TORCH_LIBRARY_IMPL(ns, CPU, m) {
  m.impl("append", &append);
  m.impl("pointer", &pointer);
  m.impl("maybe_relu", &maybe_relu);
  m.impl("viewed", &viewed);
  m.impl("own", &own);
  m.impl("rebound", &rebound);
  m.impl("declared", &declared);
  m.impl("reads", &reads);
  m.impl("scatter_add_along_first_dim", &elsewhere);
  m.impl("many", &elsewhere);
  m.impl("says_so", &elsewhere);
  m.impl("trace", &elsewhere);
  m.impl("result", &elsewhere);
  m.impl("to_file", &elsewhere);
}
TORCH_LIBRARY_IMPL(ns, CompositeImplicitAutograd, m) {
  m.impl("decomposed", &elsewhere);
}
