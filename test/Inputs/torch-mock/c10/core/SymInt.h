#pragma once
#include <c10/util/ArrayRef.h>
#include <optional>
#include <ostream>
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
  void operator/=(const SymInt &O);
  bool operator==(const SymInt &O) const;
  bool operator!=(const SymInt &O) const;
  bool operator<(const SymInt &O) const;
  bool operator<=(const SymInt &O) const;
  bool operator>(const SymInt &O) const;
  bool operator>=(const SymInt &O) const;
  SymInt min(const SymInt &O) const;
  SymInt max(const SymInt &O) const;
};
#define MOCK_SYMINT_OPS(scalar_t)                                              \
  SymInt operator+(const SymInt &a, scalar_t b);                               \
  SymInt operator-(const SymInt &a, scalar_t b);                               \
  SymInt operator*(const SymInt &a, scalar_t b);                               \
  SymInt operator/(const SymInt &a, scalar_t b);                               \
  SymInt operator%(const SymInt &a, scalar_t b);                               \
  SymInt operator+(scalar_t a, const SymInt &b);                               \
  SymInt operator-(scalar_t a, const SymInt &b);                               \
  SymInt operator*(scalar_t a, const SymInt &b);                               \
  SymInt operator/(scalar_t a, const SymInt &b);                               \
  SymInt operator%(scalar_t a, const SymInt &b);                               \
  bool operator==(const SymInt &a, scalar_t b);                                \
  bool operator!=(const SymInt &a, scalar_t b);                                \
  bool operator<(const SymInt &a, scalar_t b);                                 \
  bool operator<=(const SymInt &a, scalar_t b);                                \
  bool operator>(const SymInt &a, scalar_t b);                                 \
  bool operator>=(const SymInt &a, scalar_t b);                                \
  bool operator==(scalar_t a, const SymInt &b);                                \
  bool operator!=(scalar_t a, const SymInt &b);                                \
  bool operator<(scalar_t a, const SymInt &b);                                 \
  bool operator<=(scalar_t a, const SymInt &b);                                \
  bool operator>(scalar_t a, const SymInt &b);                                 \
  bool operator>=(scalar_t a, const SymInt &b);
MOCK_SYMINT_OPS(int64_t)
MOCK_SYMINT_OPS(int32_t)
MOCK_SYMINT_OPS(uint64_t)
MOCK_SYMINT_OPS(uint32_t)
SymInt operator-(const SymInt &s);
std::ostream &operator<<(std::ostream &os, const SymInt &s);
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
