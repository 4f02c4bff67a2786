// RUN: %check_aoti_tidy %s aoti-symint-meta %t
// Libraries that are reached in roundabout ways, keys and functions that hide.
#include <torch/library.h>

using at::Tensor;

// What a library is known by.
Tensor by_alias(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:52: warning: 'x.sizes()' freezes
// CHECK-FIXES: Tensor by_alias(const Tensor &x) { return x.view_symint(x.sym_sizes()); }
// CHECK-MESSAGES: :[[#]]:9: note: registered here as the Meta kernel of 'odd::by_alias'
Tensor by_pointer(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:54: warning: 'x.sizes()' freezes
Tensor by_method(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'x.sizes()' freezes
Tensor by_member(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'x.sizes()' freezes
Tensor by_loop(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'x.sizes()' freezes
// CHECK-MESSAGES: :[[#]]:7: note: registered here as a Meta kernel
Tensor in_lambda(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'x.sizes()' freezes
Tensor for_all(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'x.sizes()' freezes
// CHECK-MESSAGES: :[[#]]:36: note: registered here as the Meta kernel of 'odd::for_all'
struct Registrar {
  void add(torch::Library &m) { m.impl("by_method", &by_method); }
  void addPointer(torch::Library *m) { m->impl("by_pointer", &by_pointer); }
};
namespace {
TORCH_LIBRARY_IMPL(odd, Meta, m) {
  auto &alias = m;
  alias.impl("by_alias", &by_alias);
  Registrar().add(m);
  Registrar().addPointer(&m);
  for (const char *name : {"a", "b"})
    m.impl(name, &by_loop);
}
} // namespace
struct Owner {
  void fill() { Lib.impl("by_member", &by_member); }
  torch::Library Lib{torch::Library::IMPL, "odd", c10::DispatchKey::Meta, __FILE__, __LINE__};
};
static const int Done = [] {
  static torch::Library lib(torch::Library::IMPL, "odd", c10::DispatchKey::Meta, __FILE__, __LINE__);
  lib.impl("in_lambda", &in_lambda);
  return 0;
}();
// A library that is initialised with itself.
void endless() { torch::Library &self = self; self.impl("by_alias", &by_alias); }
TORCH_LIBRARY_IMPL(_, Meta, m) { m.impl("odd::for_all", &for_all); }

// No key is the catch-all, which export runs.
Tensor without_key(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:55: warning: 'x.sizes()' freezes
// CHECK-MESSAGES: :[[#]]:5: note: registered here as the CompositeImplicitAutograd kernel of 'odd::without_key'
Tensor catch_all(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'x.sizes()' freezes
Tensor unnamed(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'x.sizes()' freezes
// CHECK-MESSAGES: :[[#]]:5: note: registered here as a CompositeImplicitAutograd kernel
const char *nameOfOp();
// In a library that has a key, that is meant.
Tensor cpu_after_all(const Tensor &x) { return x.view(x.sizes()); }
TORCH_LIBRARY_IMPL(odd, CPU, m) {
  m.impl("cpu_after_all", torch::dispatch(c10::DispatchKey::CatchAll, &cpu_after_all));
}
TORCH_LIBRARY(odd, m) {
  m.def("without_key(Tensor x) -> Tensor");
  m.impl("without_key", &without_key);
  m.impl("catch_all", torch::dispatch(c10::DispatchKey::CatchAll, &catch_all));
  m.def(nameOfOp(), &unnamed);
}

// A key that only the run knows is none.
Tensor any_device(const Tensor &x) { return x.view(x.sizes()); }
void registerFor(torch::Library &m, c10::DispatchKey key) { m.impl("any", torch::dispatch(key, &any_device)); }
template <c10::DispatchKey K> void registerFor(torch::Library &m) {
  m.impl("key_of_template", K, [](const Tensor &x) { return x.view(x.sizes()); });
}
TORCH_LIBRARY_FRAGMENT(odd, m) {
  registerFor(m, c10::DispatchKey::CPU);
  registerFor<c10::DispatchKey::CUDA>(m);
  for (auto key : {c10::DispatchKey::CPU, c10::DispatchKey::CUDA})
    m.impl("any", key, &any_device);
}

// The lambdas of one macro are several functions.
#define FOR_BOTH(name)                                                                                   \
  TORCH_LIBRARY_IMPL(odd, CPU, m) { m.impl(#name, [](const Tensor &x) { return x.view(x.sizes()); }); }  \
  TORCH_LIBRARY_IMPL(odd, Meta, m) { m.impl(#name, [](const Tensor &x) { return at::empty_like(x); }); }
FOR_BOTH(both)

// Objects that are called.
struct Functor {
  Tensor operator()(const Tensor &x) const { return x.view(x.sizes()); }
  // CHECK-MESSAGES: :[[@LINE-1]]:62: warning: 'x.sizes()' freezes
};
auto variable = [](const Tensor &x) { return x.view(x.sizes()); };
// CHECK-MESSAGES: :[[@LINE-1]]:55: warning: 'x.sizes()' freezes
Tensor unboxed(const Tensor &x) { return x.view(x.sizes()); }
// CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'x.sizes()' freezes
template <typename F> void forwarded(torch::Library &m, F f) { m.impl("forwarded", f); }
TORCH_LIBRARY_IMPL(odd, Meta, m) {
  m.impl("functor", Functor());
  m.impl("variable", variable);
  m.impl("unboxed", torch::CppFunction::makeFromUnboxedFunction(&unboxed));
  m.impl("pointer", +[](const Tensor &x) { return x.view(x.sizes()); });
  // CHECK-MESSAGES: :[[@LINE-1]]:60: warning: 'x.sizes()' freezes
  forwarded(m, [](const Tensor &x) { return x.view(x.sizes()); });
  // CHECK-MESSAGES: :[[@LINE-1]]:54: warning: 'x.sizes()' freezes
}
