// RUN: %check_aoti_tidy %s aoti-symint-meta %t --unsafe-fixes --check-option=aoti-symint-meta.SchemaInts=true
// RUN: %check_aoti_tidy %s aoti-symint-meta %t.default --unsafe-fixes --check-suffix=DEFAULT
// A schema's int is a constant to export. That is wrong for what is a size; of
// a single one only the author knows.
#include <torch/library.h>

using at::Tensor;

Tensor size(const Tensor &x, int64_t n) {
  // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: 'n' becomes a size of a tensor, but the schema says 'int': export freezes the value it is called with; write 'SymInt' in the schema and take 'c10::SymInt'
  // CHECK-MESSAGES: :[[@LINE+3]]:20: note: becomes a size here
  // CHECK-FIXES: Tensor size(const Tensor &x, int64_t n) {
  // CHECK-FIXES: return at::empty_symint({x.sym_size(0), n}, x.options());
  return at::empty({x.size(0), n}, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes
  // CHECK-MESSAGES-DEFAULT: :[[@LINE-2]]:23: warning: 'x.size(0)' freezes
  // CHECK-FIXES-DEFAULT: Tensor size(const Tensor &x, int64_t n) {
  // CHECK-FIXES-DEFAULT: return at::empty_symint({x.sym_size(0), n}, x.options());
}
Tensor list(const Tensor &x, at::IntArrayRef sizes) {
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'sizes' becomes a size of a tensor, but the schema says 'int': {{.*}} take 'c10::SymIntArrayRef'
  // CHECK-MESSAGES-DEFAULT: :[[@LINE-2]]:46: warning: 'sizes' becomes a size of a tensor, but the schema says 'int': {{.*}} take 'c10::SymIntArrayRef'
  return x.new_empty(sizes);
}
Tensor local(const Tensor &x, int64_t n) {
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'n' becomes a size of a tensor
  std::vector<int64_t> shape;
  shape.push_back(n);
  return at::zeros(shape, x.options());
}
Tensor owned(const Tensor &x, std::vector<int64_t> sizes) { return x.reshape(sizes); }
// CHECK-MESSAGES: :[[@LINE-1]]:52: warning: 'sizes' becomes a size
// CHECK-MESSAGES-DEFAULT: :[[@LINE-2]]:52: warning: 'sizes' becomes a size
// Lists of sizes that are no shape: an element, the number of repetitions.
Tensor element(const Tensor &x, at::IntArrayRef kernel) { return at::empty({kernel[0], kernel[1]}, x.options()); }
// CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'kernel' becomes a size
Tensor repeated(const Tensor &x, at::IntArrayRef times) { return x.repeat(times); }
// CHECK-MESSAGES: :[[@LINE-1]]:50: warning: 'times' becomes a size

// A number that torch makes the list of: still a single int.
Tensor single(const Tensor &x, int64_t n) { return at::empty(n, x.options()); }
// CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'n' becomes a size

// A constant of the architecture may go into a size as well.
Tensor computed(const Tensor &x, int64_t bits) { return at::empty_symint({x.sym_size(0) * bits / 8}, x.options()); }
Tensor padded(const Tensor &x, at::IntArrayRef pad) { return at::empty_symint({x.sym_size(0) + 2 * pad[0]}, x.options()); }
Tensor compared(const Tensor &x, int64_t dim) { TORCH_CHECK(dim < x.dim()); return at::empty_like(x); }
Tensor cpu(const Tensor &x, int64_t n) { return at::empty({n}, x.options()); }

TORCH_LIBRARY(ns, m) {
  m.def("size(Tensor x, int n) -> Tensor");
  m.def("list(Tensor x, int[] sizes) -> Tensor");
  m.def("owned(Tensor x, int[] sizes) -> Tensor");
  m.def("element(Tensor x, int[2] kernel) -> Tensor");
  m.def("repeated(Tensor x, int[] times) -> Tensor");
  m.def("local(Tensor x, int n) -> Tensor");
  m.def("single(Tensor x, int n) -> Tensor");
  m.def("computed(Tensor x, int bits) -> Tensor");
  m.def("padded(Tensor x, int[2] pad) -> Tensor");
  m.def("compared(Tensor x, int dim) -> Tensor");
}
TORCH_LIBRARY_IMPL(ns, Meta, m) {
  m.impl("size", &size);
  m.impl("list", &list);
  m.impl("owned", &owned);
  m.impl("element", &element);
  m.impl("repeated", &repeated);
  m.impl("local", &local);
  m.impl("single", &single);
  m.impl("computed", &computed);
  m.impl("padded", &padded);
  m.impl("compared", &compared);
}
TORCH_LIBRARY_IMPL(ns, CPU, m) { m.impl("size", &cpu); }
