#pragma once
namespace c10 {
template <typename T> struct MaybeOwned {
  static MaybeOwned borrowed(const T &X);
  const T &operator*() const;
  const T *operator->() const;
};
} // namespace c10
