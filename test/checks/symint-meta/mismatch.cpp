// RUN: %check_aoti_tidy %s aoti-symint-meta %t --unsafe-fixes
// What torch refuses when the library is loaded, whatever the dispatch key.
#include <torch/library.h>

using at::Tensor;

Tensor scalar(const Tensor &x, c10::SymInt n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'n' is symbolic where the schema says 'int': torch refuses the kernel when the library is loaded; write 'SymInt' in the schema
Tensor list(const Tensor &x, c10::SymIntArrayRef n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:50: warning: 'n' is symbolic where the schema says 'int'
Tensor inferred(const Tensor &x, int64_t n) { return x; }
Tensor inferred_meta(const Tensor &x, c10::SymInt n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'n' is symbolic where the schema says 'int'

TORCH_LIBRARY(ns, m) {
  m.def("scalar(Tensor x, int n) -> Tensor");
  m.def("list(Tensor x, "
        "int[2] n) -> Tensor");
  m.def("inferred", &inferred);
}
TORCH_LIBRARY_IMPL(ns, CPU, m) {
  m.impl("scalar", &scalar);
  m.impl("list", &list);
}
TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl("inferred", &inferred_meta); }

// Fine.
Tensor both(const Tensor &x, c10::SymInt n) { return x; }
Tensor by_value(const Tensor &x, const c10::SymInt n) { return x; }
Tensor unknown(const Tensor &x, c10::SymInt n) { return x; }
Tensor not_registered(const Tensor &x, const c10::SymInt &n) { return x; }
Tensor of_symbols(const Tensor &x, c10::SymInt n) { return x; }
TORCH_LIBRARY_FRAGMENT(ns, m) {
  m.def("both(Tensor x, SymInt n) -> Tensor");
  m.def("by_value(Tensor x, SymInt n) -> Tensor");
  m.def("of_symbols", &of_symbols); // the schema is inferred: SymInt
}
TORCH_LIBRARY_IMPL(ns, CPU, m) {
  m.impl("both", &both);
  m.impl("by_value", &by_value);
  m.impl("unknown", &unknown);
}
TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl("of_symbols", &of_symbols); }
