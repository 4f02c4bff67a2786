#pragma once
#include <c10/util/ArrayRef.h>
#include <optional>
namespace c10 {
struct SymInt {
  SymInt(int64_t I);
  SymInt();
  int64_t expect_int() const;
  int64_t guard_int(const char *File, int64_t Line) const;
  std::optional<int64_t> maybe_as_int() const;
  int64_t as_int_unchecked() const;
  bool is_symbolic() const;
  bool is_heap_allocated() const;
  SymInt operator+(const SymInt &O) const;
  SymInt operator-(const SymInt &O) const;
  SymInt operator*(const SymInt &O) const;
  SymInt operator/(const SymInt &O) const;
  SymInt operator%(const SymInt &O) const;
  void operator*=(const SymInt &O);
  void operator+=(const SymInt &O);
  bool operator==(const SymInt &O) const;
  bool operator!=(const SymInt &O) const;
  bool operator<(const SymInt &O) const;
  bool operator<=(const SymInt &O) const;
  bool operator>(const SymInt &O) const;
  bool operator>=(const SymInt &O) const;
  SymInt min(const SymInt &O) const;
  SymInt max(const SymInt &O) const;
};
// c10 spells these out per integer type.
template <typename I> SymInt operator+(const SymInt &A, I B);
template <typename I> SymInt operator+(I A, const SymInt &B);
template <typename I> SymInt operator-(const SymInt &A, I B);
template <typename I> SymInt operator-(I A, const SymInt &B);
template <typename I> SymInt operator*(const SymInt &A, I B);
template <typename I> SymInt operator*(I A, const SymInt &B);
template <typename I> SymInt operator/(const SymInt &A, I B);
template <typename I> SymInt operator%(const SymInt &A, I B);
template <typename I> bool operator==(const SymInt &A, I B);
template <typename I> bool operator!=(const SymInt &A, I B);
template <typename I> bool operator<(const SymInt &A, I B);
template <typename I> bool operator>(const SymInt &A, I B);
template <typename I> bool operator>=(const SymInt &A, I B);
using SymIntArrayRef = ArrayRef<SymInt>;
using OptionalSymIntArrayRef = OptionalArrayRef<SymInt>;
using SymDimVector = SmallVector<SymInt, 5>;
IntArrayRef asIntArrayRefSlow(SymIntArrayRef A, const char *File, int64_t Line);
IntArrayRef asIntArrayRefUnchecked(SymIntArrayRef A);
std::optional<IntArrayRef> asIntArrayRefSlowOpt(SymIntArrayRef A);
DimVector asIntArrayRefSlowAlloc(SymIntArrayRef A, const char *File, int64_t Line);
} // namespace c10
#define C10_AS_INTARRAYREF_SLOW(a) c10::asIntArrayRefSlow(a, __FILE__, __LINE__)
#define C10_AS_INTARRAYREF_SLOW_ALLOC(a) c10::asIntArrayRefSlowAlloc(a, __FILE__, __LINE__)
namespace at {
using c10::SymDimVector;
using c10::SymInt;
using c10::SymIntArrayRef;
} // namespace at
