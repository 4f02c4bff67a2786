#pragma once
#include <ATen/Tensor.h>
#include <optional>
#define C10_STRINGIZE_IMPL(x) #x
#define C10_STRINGIZE(x) C10_STRINGIZE_IMPL(x)
#define C10_CONCATENATE_IMPL(s1, s2) s1##s2
#define C10_CONCATENATE(s1, s2) C10_CONCATENATE_IMPL(s1, s2)
#define C10_UID __COUNTER__
namespace at {
enum class Tag { core, pt2_compliant_tag };
}
namespace c10 {
enum class DispatchKey { Undefined, CatchAll = Undefined, CPU, CUDA, Meta, Autograd, AutogradCPU, CompositeImplicitAutograd, CompositeExplicitAutograd };
enum class AliasAnalysisKind { FROM_SCHEMA, PURE_FUNCTION };
struct DispatchKeySet {};
struct FunctionSchema {};
template <class FuncType, FuncType *func> struct CompileTimeFunctionPointer {};
} // namespace c10
#define TORCH_FN_TYPE(func) ::c10::CompileTimeFunctionPointer<std::remove_pointer_t<std::remove_reference_t<decltype(func)>>, func>
#define TORCH_FN(func) TORCH_FN_TYPE(func)()
namespace torch {
struct CppFunction {
  template <typename Func> explicit CppFunction(Func *F, std::enable_if_t<std::is_function_v<Func>> * = nullptr) {}
  template <class T, T *F> explicit CppFunction(c10::CompileTimeFunctionPointer<T, F>) {}
  template <typename Lambda> explicit CppFunction(Lambda &&L, std::enable_if_t<std::is_class_v<std::decay_t<Lambda>>> * = nullptr) {}
  CppFunction(CppFunction &&);
  static CppFunction makeFallthrough();
  template <typename Func> static CppFunction makeFromUnboxedFunction(Func *F) { return CppFunction(F); }
};
template <typename Func> CppFunction dispatch(c10::DispatchKey K, Func &&F) { return CppFunction(static_cast<Func &&>(F)); }
template <typename Func> CppFunction dispatch(c10::DeviceType T, Func &&F) { return CppFunction(static_cast<Func &&>(F)); }
c10::FunctionSchema schema(const char *S, c10::AliasAnalysisKind K);
c10::FunctionSchema schema(const char *S);
namespace detail {
struct TorchLibraryInit;
template <bool Enabled> struct SelectiveStr {
  explicit SelectiveStr(const char *Name);
  operator const char *() const;
};
}
class Library {
public:
  enum Kind { DEF, IMPL, FRAGMENT };
  Library(Kind K, std::string Ns, std::optional<c10::DispatchKey> Key, const char *File, unsigned Line);
  template <typename Schema> Library &def(Schema &&S, const std::vector<at::Tag> &Tags = {}) & { return *this; }
  template <typename NameOrSchema, typename Func> Library &def(NameOrSchema &&S, Func &&F, const std::vector<at::Tag> &Tags = {}) & { return *this; }
  template <typename Name, typename Func> Library &impl(Name N, Func &&F) & { return *this; }
  template <typename Name, typename Dispatch, typename Func> Library &impl(Name N, Dispatch &&K, Func &&F) & { return *this; }
};
namespace detail {
struct TorchLibraryInit {
  TorchLibraryInit(Library::Kind K, void (*Fn)(Library &), const char *Ns, std::optional<c10::DispatchKey> Key, const char *File, unsigned Line);
};
} // namespace detail
} // namespace torch
#define TORCH_SELECTIVE_NAME(n) torch::detail::SelectiveStr<true>(n)
#define TORCH_SELECTIVE_SCHEMA(n) torch::detail::SelectiveStr<true>(n)
#define TORCH_LIBRARY(ns, m)                                                   \
  static void TORCH_LIBRARY_init_##ns(torch::Library &);                       \
  static const torch::detail::TorchLibraryInit TORCH_LIBRARY_static_init_##ns( \
      torch::Library::DEF, &TORCH_LIBRARY_init_##ns, C10_STRINGIZE(ns),        \
      std::nullopt, __FILE__, __LINE__);                                       \
  void TORCH_LIBRARY_init_##ns(torch::Library &m)
#define TORCH_LIBRARY_FRAGMENT(ns, m) _TORCH_LIBRARY_FRAGMENT(ns, m, C10_UID)
#define _TORCH_LIBRARY_FRAGMENT(ns, m, uid)                                    \
  static void C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_init_##ns##_,             \
                              uid)(torch::Library &);                          \
  static const torch::detail::TorchLibraryInit C10_CONCATENATE(                \
      TORCH_LIBRARY_FRAGMENT_static_init_##ns##_, uid)(                        \
      torch::Library::FRAGMENT,                                                \
      &C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_init_##ns##_, uid),              \
      C10_STRINGIZE(ns), std::nullopt, __FILE__, __LINE__);                    \
  void C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_init_##ns##_,                    \
                       uid)(torch::Library & m)
#define TORCH_LIBRARY_IMPL(ns, k, m) _TORCH_LIBRARY_IMPL(ns, k, m, C10_UID)
#define _TORCH_LIBRARY_IMPL(ns, k, m, uid)                                     \
  static void C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_,           \
                              uid)(torch::Library &);                          \
  static const torch::detail::TorchLibraryInit C10_CONCATENATE(                \
      TORCH_LIBRARY_IMPL_static_init_##ns##_##k##_, uid)(                      \
      torch::Library::IMPL,                                                    \
      &C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_, uid),            \
      C10_STRINGIZE(ns), std::make_optional(c10::DispatchKey::k), __FILE__,    \
      __LINE__);                                                               \
  void C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_,                  \
                       uid)(torch::Library & m)
#define MAKE_TORCH_LIBRARY_IMPL(ns, k)                                         \
  torch::Library(torch::Library::IMPL, #ns,                                    \
                 std::make_optional(c10::DispatchKey::k), __FILE__, __LINE__)
