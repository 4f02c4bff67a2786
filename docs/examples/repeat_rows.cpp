// A custom op whose meta kernel freezes the shapes of models that use it: export
// passes, opcheck passes, and the package answers each batch as if it were the
// example's.
#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor repeat_rows_meta(const at::Tensor &x, int64_t n) {
  TORCH_CHECK(x.dim() == 2 && n > 0);
  const int64_t rows = x.size(0);
  return at::empty({rows * n, x.size(1)}, x.options());
}

TORCH_LIBRARY_FRAGMENT(example, m) {
  m.def("repeat_rows(Tensor x, SymInt n) -> Tensor");
}
TORCH_LIBRARY_IMPL(example, Meta, m) {
  m.impl("repeat_rows", &repeat_rows_meta);
}
