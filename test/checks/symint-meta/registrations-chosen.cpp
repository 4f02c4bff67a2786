// RUN: %check_aoti_tidy %s aoti-symint-meta %t --any-fixes -- -DALLOWLIST=constexpr
// RUN: %check_aoti_tidy %s aoti-symint-meta %t --any-fixes -- -DALLOWLIST=
// Blocks and kernels that an expression chooses.
#include <torch/library.h>

using at::Tensor;

// TORCH_LIBRARY_IMPL up to torch 2.6; the condition is constant there.
namespace c10::impl {
ALLOWLIST bool dispatch_key_allowlist_check(DispatchKey) { return true; }
} // namespace c10::impl
#undef _TORCH_LIBRARY_IMPL
#define _TORCH_LIBRARY_IMPL(ns, k, m, uid)                                     \
  static void C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_,           \
                              uid)(torch::Library &);                          \
  static const torch::detail::TorchLibraryInit C10_CONCATENATE(                \
      TORCH_LIBRARY_IMPL_static_init_##ns##_##k##_,                            \
      uid)(torch::Library::IMPL,                                               \
           (c10::impl::dispatch_key_allowlist_check(c10::DispatchKey::k)       \
                ? &C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_, uid) \
                : [](torch::Library &) -> void {}),                            \
           #ns, std::make_optional(c10::DispatchKey::k), __FILE__, __LINE__);  \
  void C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_,                  \
                       uid)(torch::Library & m)

#define SCHEMA(NAME) #NAME "(Tensor x, SymInt n) -> Tensor"

Tensor plain(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is 'int64_t' where the schema says 'SymInt'
Tensor fast(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
Tensor slow(const Tensor &x, int64_t n) { return x; }
Tensor dispatched(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
Tensor not_dispatched(const Tensor &x, int64_t n) { return x; }
Tensor taken(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
Tensor not_taken(const Tensor &x, int64_t n) { return x; }

bool choice();
constexpr bool Constant = false;
TORCH_LIBRARY(chosen, m) {
  m.def(SCHEMA(plain)).def(SCHEMA(either)).def(SCHEMA(by_key));
  m.def(SCHEMA(constant));
}
TORCH_LIBRARY_IMPL(chosen, Meta, m) {
  m.impl("plain", &plain);
  m.impl("either", choice() ? &fast : &slow);
  m.impl("constant", Constant ? &not_taken : &taken);
}
TORCH_LIBRARY_FRAGMENT(chosen, m) {
  m.impl("by_key",
         choice() ? torch::dispatch(c10::DispatchKey::Meta, &dispatched)
                  : torch::dispatch(c10::DispatchKey::CPU, &not_dispatched));
}
