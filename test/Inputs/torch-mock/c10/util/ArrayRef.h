#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>
namespace c10 {
template <typename T> struct ArrayRef {
  ArrayRef() = default;
  ArrayRef(const T &One);
  ArrayRef(const T *Data, size_t Size);
  ArrayRef(const std::initializer_list<T> &List);
  template <typename A> ArrayRef(const std::vector<T, A> &V);
  const T *begin() const;
  const T *end() const;
  size_t size() const;
  bool empty() const;
  const T &operator[](size_t I) const;
  const T &at(size_t I) const;
  const T &front() const;
  const T &back() const;
  ArrayRef<T> slice(size_t N, size_t M) const;
  ArrayRef<T> slice(size_t N) const;
  std::vector<T> vec() const;
};
template <typename T> bool operator==(ArrayRef<T> A, ArrayRef<T> B);
template <typename T> bool operator!=(ArrayRef<T> A, ArrayRef<T> B);
template <typename T> struct OptionalArrayRef {
  OptionalArrayRef();
  OptionalArrayRef(ArrayRef<T> A);
  bool has_value() const;
  ArrayRef<T> value() const;
};
using IntArrayRef = ArrayRef<int64_t>;
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;
template <typename T, unsigned N> struct SmallVector {
  SmallVector();
  SmallVector(std::initializer_list<T> List);
  template <typename It> SmallVector(It First, It Last);
  void push_back(const T &X);
  size_t size() const;
  T &operator[](size_t I);
  T &back();
  operator ArrayRef<T>() const;
};
using DimVector = SmallVector<int64_t, 5>;
} // namespace c10
namespace at {
using c10::ArrayRef;
using c10::DimVector;
using c10::IntArrayRef;
using c10::OptionalIntArrayRef;
} // namespace at
