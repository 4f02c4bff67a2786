#pragma once
#include <torch/csrc/stable/tensor.h>
#include <type_traits>
using StableIValue = uint64_t;
#ifndef C10_UID
#define C10_STRINGIZE_IMPL(x) #x
#define C10_STRINGIZE(x) C10_STRINGIZE_IMPL(x)
#define C10_CONCATENATE_IMPL(s1, s2) s1##s2
#define C10_CONCATENATE(s1, s2) C10_CONCATENATE_IMPL(s1, s2)
#define C10_UID __COUNTER__
#endif
namespace torch::stable::detail {
struct StableLibrary {
  enum class Kind { DEF, IMPL, FRAGMENT };
  StableLibrary &impl(const char *Name, void (*Fn)(StableIValue *, uint64_t, uint64_t));
  StableLibrary &def(const char *Schema);
};
struct StableTorchLibraryInit {
  StableTorchLibraryInit(StableLibrary::Kind K, void (*Fn)(StableLibrary &), const char *Ns, const char *Key, const char *File, uint32_t Line);
};
template <typename FuncT, FuncT *func> struct boxer {
  static void boxed_fn(StableIValue *stack, uint64_t num_args, uint64_t num_outputs);
};
} // namespace torch::stable::detail
#define TORCH_BOX(func)                                                        \
  torch::stable::detail::boxer<                                                \
      std::remove_pointer_t<std::remove_reference_t<decltype(func)>>,          \
      (func)>::boxed_fn
#define STABLE_TORCH_LIBRARY_IMPL(ns, k, m) _STABLE_TORCH_LIBRARY_IMPL(ns, k, m, C10_UID)
#define _STABLE_TORCH_LIBRARY_IMPL(ns, k, m, uid)                              \
  static void C10_CONCATENATE(STABLE_TORCH_LIBRARY_IMPL_init_##ns##_##k##_,    \
                              uid)(torch::stable::detail::StableLibrary &);    \
  static const torch::stable::detail::StableTorchLibraryInit C10_CONCATENATE(  \
      STABLE_TORCH_LIBRARY_IMPL_static_init_##ns##_##k##_, uid)(               \
      torch::stable::detail::StableLibrary::Kind::IMPL,                        \
      &C10_CONCATENATE(STABLE_TORCH_LIBRARY_IMPL_init_##ns##_##k##_, uid),     \
      C10_STRINGIZE(ns), C10_STRINGIZE(k), __FILE__, __LINE__);                \
  void C10_CONCATENATE(STABLE_TORCH_LIBRARY_IMPL_init_##ns##_##k##_,           \
                       uid)(torch::stable::detail::StableLibrary & m)
#define STABLE_TORCH_LIBRARY(ns, m)                                            \
  static void STABLE_TORCH_LIBRARY_init_##ns(                                  \
      torch::stable::detail::StableLibrary &);                                 \
  static const torch::stable::detail::StableTorchLibraryInit                   \
      STABLE_TORCH_LIBRARY_static_init_##ns(                                   \
          torch::stable::detail::StableLibrary::Kind::DEF,                     \
          &STABLE_TORCH_LIBRARY_init_##ns, C10_STRINGIZE(ns), nullptr,         \
          __FILE__, __LINE__);                                                 \
  void STABLE_TORCH_LIBRARY_init_##ns(torch::stable::detail::StableLibrary &m)
