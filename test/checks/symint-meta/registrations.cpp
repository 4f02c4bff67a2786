// RUN: %check_aoti_tidy %s aoti-symint-meta %t --any-fixes
// Every way to register a Meta kernel, and as many that are no Meta kernel.
#include <torch/library.h>

using at::Tensor;

// The name has nothing to do with it.
Tensor forms(const Tensor &x, int64_t a, const std::optional<int64_t> &b, at::IntArrayRef c, at::OptionalIntArrayRef d, std::vector<int64_t> e) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'a' is 'int64_t' where the schema says 'SymInt': export freezes the value it is called with; take 'c10::SymInt' [aoti-symint-meta]
// CHECK-MESSAGES: :[[@LINE-2]]:72: warning: 'b' is 'std::optional<int64_t>' where the schema says 'SymInt?': export freezes
// CHECK-MESSAGES: :[[@LINE-3]]:91: warning: 'c' is 'at::IntArrayRef' where the schema says 'SymInt[]': the call fails when export passes a symbolic size; take 'c10::SymIntArrayRef'
// CHECK-MESSAGES: :[[@LINE-4]]:118: warning: 'd' is {{.*}} where the schema says 'SymInt[]?': the call fails
// CHECK-MESSAGES: :[[@LINE-5]]:142: warning: 'e' is {{.*}} where the schema says 'SymInt[]': the call fails
Tensor meta_info(const Tensor &x, int64_t n) { return x; } // no kernel

namespace meta {
Tensor named(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'n' is 'int64_t'
Tensor function(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'n' is 'int64_t'
Tensor dispatched(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'n' is 'int64_t'
Tensor by_device(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'n' is 'int64_t'
Tensor by_key(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'n' is 'int64_t'
Tensor in_fragment(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'n' is 'int64_t'
Tensor wrapped(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:41: warning: 'n' is 'int64_t'
Tensor by_variable(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'n' is 'int64_t'
Tensor by_helper(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'n' is 'int64_t'
Tensor overloaded(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'n' is 'int64_t'
Tensor overloaded(const Tensor &x, int64_t n, bool b) { return x; } // not this one
Tensor made_object(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'n' is 'int64_t'
} // namespace meta

struct Kernels {
  static Tensor method(const Tensor &x, int64_t n) { return x; }
  // CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'n' is 'int64_t'
};

// Once, at the template.
template <int Bits>
Tensor templated(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'n' is 'int64_t'

// With the keys of the call: not an argument of the op.
Tensor with_keys(c10::DispatchKeySet, const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:64: warning: 'n' is 'int64_t'

// Declared before, defined after the registration.
Tensor later(const Tensor &x, int64_t n);

// A project's own macro: the report is at the function.
#define REGISTER_META(ns, name) TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl(#name, TORCH_FN(meta::name)); }

TORCH_LIBRARY(ns, m) {
  m.def("forms(Tensor x, SymInt a, SymInt? b, SymInt[] c, SymInt[]? d, SymInt[2] e) -> Tensor");
  m.def("named(Tensor x, SymInt n) -> Tensor");
  m.def(torch::schema("function(Tensor x, SymInt n) -> Tensor"));
  m.def(torch::schema("dispatched(Tensor x, SymInt n) -> Tensor", c10::AliasAnalysisKind::PURE_FUNCTION));
  m.def("by_device(Tensor x, "
        "SymInt n) -> Tensor");
  m.def(R"(by_key(
    Tensor x,
    SymInt n
  ) -> Tensor)");
  m.def(TORCH_SELECTIVE_SCHEMA("wrapped(Tensor x, SymInt n) -> Tensor"));
  m.def("by_variable(Tensor x, SymInt n) -> Tensor", {at::Tag::pt2_compliant_tag}).def("by_helper(Tensor x, SymInt n) -> Tensor");
  m.def("overloaded(Tensor x, SymInt n) -> Tensor");
  m.def("method(Tensor x, SymInt n) -> Tensor");
  m.def("lambda(Tensor x, SymInt n) -> Tensor");
  m.def("templated2(Tensor x, SymInt n) -> Tensor");
  m.def("templated3(Tensor x, SymInt n) -> Tensor");
  m.def("with_keys(Tensor x, SymInt n) -> Tensor");
  m.def("later(Tensor x, SymInt n) -> Tensor");
  m.def("made_object(Tensor x, SymInt n) -> Tensor");
  m.def("cpu(Tensor x, SymInt n) -> Tensor");
  m.def("overload.int(Tensor x, int n) -> Tensor");
  m.def("overload.sym(Tensor x, SymInt n) -> Tensor");
  m.impl("by_device", torch::dispatch(c10::kMeta, meta::by_device));
}

TORCH_LIBRARY_FRAGMENT(ns, library) {
  const char *const Schema = "in_fragment(Tensor x, SymInt n) -> Tensor";
  library.def(Schema);
  library.impl("in_fragment", c10::DispatchKey::Meta, &meta::in_fragment);
}

template <typename F> void registerAs(torch::Library &library, const char *name, F f) {}
void registerMore(torch::Library &library) { library.impl("by_helper", &meta::by_helper); }

REGISTER_META(ns, named)

TORCH_LIBRARY_IMPL(ns, Meta, m) {
  m.impl("forms", &forms);
  m.impl("ns::function", TORCH_FN(meta::function));
  m.impl(TORCH_SELECTIVE_NAME("wrapped"), torch::CppFunction(meta::wrapped));
  const auto f = &meta::by_variable;
  m.impl("by_variable", f);
  registerMore(m);
  m.impl("overloaded", static_cast<Tensor (*)(const Tensor &, int64_t)>(&meta::overloaded));
  m.impl("method", &Kernels::method);
  m.impl("lambda", [](const Tensor &x, int64_t n) { return x; });
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: 'n' is 'int64_t'
  m.impl("templated2", &templated<2>);
  m.impl("templated3", TORCH_FN((templated<3>)));
  m.impl("with_keys", TORCH_FN(with_keys));
  m.impl("later", later);
}
constexpr c10::DispatchKey Key = c10::DispatchKey::Meta;
TORCH_LIBRARY_IMPL(ns, CPU, m) {
  m.impl("dispatched", torch::dispatch(c10::DispatchKey::Meta, TORCH_FN(meta::dispatched)));
  m.impl("by_key", torch::dispatch(Key, meta::by_key));
}
static torch::Library Own = MAKE_TORCH_LIBRARY_IMPL(ns, Meta);
void registerOwn() { Own.impl("made_object", &meta::made_object); }

Tensor later(const Tensor &x, int64_t n) { return x; }
// CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'n' is 'int64_t'

// The right idiom where there is data.
Tensor cpu(const Tensor &x, int64_t n) { return x; }
Tensor cuda(const Tensor &x, int64_t n) { return x; }
Tensor grad(const Tensor &x, int64_t n) { return x; }
TORCH_LIBRARY_IMPL(ns, CPU, m2) { m2.impl("cpu", &cpu); }
TORCH_LIBRARY_IMPL(ns, CUDA, m2) { m2.impl("cpu", torch::dispatch(c10::DispatchKey::CUDA, &cuda)); }
TORCH_LIBRARY_IMPL(ns, Autograd, m2) { m2.impl("cpu", TORCH_FN(grad)); }
// The overload with an int.
Tensor overload_int(const Tensor &x, int64_t n) { return x; }
TORCH_LIBRARY_IMPL(ns, Meta, m2) { m2.impl("overload.int", &overload_int); }
// Another namespace, whose schema is not here.
Tensor other(const Tensor &x, int64_t n) { return x; }
TORCH_LIBRARY_IMPL(other, Meta, m2) { m2.impl("named", &other); }
TORCH_LIBRARY_IMPL(ns, Meta, m2) { m2.impl("unknown", &other); }
// Not compiled.
#if 0
TORCH_LIBRARY_IMPL(ns, Meta, m2) { m2.impl("cpu", &cpu); }
#endif
// Nothing runs.
TORCH_LIBRARY_IMPL(ns, Meta, m2) { m2.impl("cpu", torch::CppFunction::makeFallthrough()); }
// Somebody else's library.
struct Registry {
  template <typename F> void impl(const char *, F &&);
};
void ours(Registry &m) { m.impl("cpu", &cpu); }
