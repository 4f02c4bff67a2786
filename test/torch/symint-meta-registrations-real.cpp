// RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=%torch_include
// Ways to register on torch's own headers; the bodies are all alike.
#include <ATen/ATen.h>
#include <torch/library.h>

using at::Tensor;
#define KERNEL(name, n) Tensor name(const Tensor &x, int64_t n) { return x; }

namespace meta {
KERNEL(plain, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is 'int64_t' where the schema says 'SymInt'
KERNEL(with_function, n)
KERNEL(inferred, n)
KERNEL(selective, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
KERNEL(dispatched, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
KERNEL(by_device, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
KERNEL(by_key, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
KERNEL(by_alias, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
KERNEL(by_handle, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
KERNEL(unboxed, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
KERNEL(overloaded, n)
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'n' is
Tensor overloaded(const Tensor &x) { return x; }
} // namespace meta
struct Static {
  static Tensor method(const Tensor &x, int64_t n) { return x; }
  // CHECK-FIXES: static Tensor method(const Tensor &x, c10::SymInt n) { return x; }
  // CHECK-MESSAGES: :[[@LINE-2]]:49: warning: 'n' is
};
template <typename T> Tensor templated(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:65: warning: 'n' is
Tensor boxed(const Tensor &x, int64_t n) { return x; }
void fallback(const c10::OperatorHandle &, torch::jit::Stack *) {}

#define SCHEMA(name) #name "(Tensor x, SymInt n) -> Tensor"
#define LIBRARY_META(ns, name) TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl(#name, TORCH_FN(meta::name)); }
constexpr auto kKey = c10::DispatchKey::Meta;

TORCH_LIBRARY(spelled, m) {
  m.def(SCHEMA(plain)).def(SCHEMA(dispatched));
  m.def(torch::schema(SCHEMA(by_device)), {at::Tag::pt2_compliant_tag});
  m.def(TORCH_SELECTIVE_SCHEMA("spelled::" SCHEMA(selective)));
  m.def(std::string(SCHEMA(by_key)).c_str());
  m.def(SCHEMA(by_alias), std::vector<at::Tag>{at::Tag::pt2_compliant_tag});
  for (const char *schema : {SCHEMA(never_known)})
    m.def(schema);
  // The schema is the function's own here, and int where it says int.
  m.def("inferred", &meta::inferred);
  m.def("overloaded(Tensor x, SymInt n) -> Tensor", torch::dispatch(c10::kCPU, [](const Tensor &x, c10::SymInt n) { return x; }));
  m.def(SCHEMA(by_handle));
  m.def(SCHEMA(unboxed));
  m.def(SCHEMA(method));
  m.def(SCHEMA(templated));
  m.def(SCHEMA(lambda));
  m.def(SCHEMA(boxed));
  m.def("with_function(Tensor x, int n) -> Tensor", meta::with_function, {});
  m.impl("dispatched", torch::dispatch(kKey, TORCH_FN(meta::dispatched)));
}
LIBRARY_META(spelled, plain)
namespace {
TORCH_LIBRARY_IMPL(spelled, Meta, library) {
  auto &m = library;
  m.impl(TORCH_SELECTIVE_NAME("spelled::selective"), TORCH_FN(meta::selective));
  m.impl("spelled::by_alias", meta::by_alias);
  m.impl("unboxed", torch::CppFunction::makeFromUnboxedFunction(&meta::unboxed));
  m.impl("overloaded", static_cast<Tensor (*)(const Tensor &, int64_t)>(meta::overloaded));
  m.impl("method", &Static::method);
  m.impl("templated", &templated<float>).impl("templated", TORCH_FN((templated<double>)));
  m.impl("lambda", +[](const Tensor &x, int64_t n) { return x; });
  // CHECK-FIXES: m.impl("lambda", +[](const Tensor &x, c10::SymInt n) { return x; });
  // CHECK-MESSAGES: :[[@LINE-2]]:49: warning: 'n' is
  m.impl("boxed", torch::CppFunction::makeFromBoxedFunction<&fallback>());
  m.impl("boxed", torch::CppFunction::makeFallthrough());
}
} // namespace
TORCH_LIBRARY_FRAGMENT(spelled, m) {
  m.impl("by_device", torch::dispatch(c10::DeviceType::Meta, &meta::by_device));
  m.impl("by_key", c10::DispatchKey::Meta, &meta::by_key);
  m.impl("boxed", c10::kCPU, &boxed);
  for (const auto key : {c10::DispatchKey::CPU, c10::DispatchKey::CUDA})
    m.impl("boxed", torch::dispatch(key, &boxed));
}
static auto handle = MAKE_TORCH_LIBRARY_IMPL(spelled, Meta);
static const bool done = (handle.impl("by_handle", &meta::by_handle), true);
TORCH_LIBRARY_IMPL(_, Meta, m) { m.fallback(torch::CppFunction::makeFallthrough()); }
