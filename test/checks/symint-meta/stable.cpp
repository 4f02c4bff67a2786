// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// The stable ABI has no symbolic sizes.
#include <torch/csrc/stable/library.h>

using torch::stable::Tensor;

Tensor reads(const Tensor x) { return torch::stable::new_empty(x, {x.size(0)}); }
static int64_t rows(const Tensor &x) { return x.sizes()[0]; }
Tensor reads_in_helper(const Tensor x) { return torch::stable::new_empty(x, {rows(x)}); }
Tensor symbolic_argument(const Tensor x, int64_t n) { return torch::stable::empty_like(x); }
Tensor like(const Tensor x, int64_t n) { return x.dim() == 2 ? torch::stable::empty_like(x) : x; }
void by_hand(StableIValue *stack, uint64_t, uint64_t) {}

STABLE_TORCH_LIBRARY(ns, m) {
  m.def("reads(Tensor x) -> Tensor");
  m.def("symbolic_argument(Tensor x, SymInt n) -> Tensor");
  m.def("like(Tensor x, int n) -> Tensor");
}
STABLE_TORCH_LIBRARY_IMPL(ns, Meta, m) {
  m.impl("reads", TORCH_BOX(&reads));
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: a Meta kernel of the stable ABI cannot be symbolic: sizes and SymInt arguments reach it as int64_t, and export freezes them; write the fake in Python with 'torch.library.register_fake'
  // CHECK-MESSAGES: :7:70: note: reads a concrete size here
  // CHECK-MESSAGES: :[[@LINE-3]]:5: note: registered here as the Meta kernel of 'ns::reads'
  m.impl("reads_in_helper", TORCH_BOX(&reads_in_helper));
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: a Meta kernel of the stable ABI
  m.impl("symbolic_argument", TORCH_BOX(&symbolic_argument));
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: a Meta kernel of the stable ABI
  m.impl("like", TORCH_BOX(&like));
  m.impl("by_hand", &by_hand);
}
STABLE_TORCH_LIBRARY_IMPL(ns, CPU, m) {
  m.impl("reads", TORCH_BOX(&reads));
  m.impl("symbolic_argument", TORCH_BOX(&symbolic_argument));
}
