// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_REALARITHMETIC_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_REALARITHMETIC_H

#include "checks/lib/kernels/TypedIntegers.h"

namespace aoti_tidy {

/// Stands for what x86 converts NaN to: the least int64_t, which, times the
/// bytes of an element, adds nothing to an address.
inline constexpr int64_t NaNMark = -(int64_t(1) << 33);

/// Follows the integers that a kernel computes in floating point, as the rows
/// and columns of interpolation. C++ and Triton kernels are the same to it, but
/// for what a NaN becomes as an integer.
class RealArithmetic {
public:
  /// \p MakeComputed gives Computed variables, whose facts are added to \p In.
  /// \p Held gives the conditions where the interpreter is.
  RealArithmetic(TypedIntegers &Integers, Kernel &In,
                 std::function<IndexExpr()> MakeComputed,
                 std::function<std::vector<IndexExpr>()> Held)
      : Integers(Integers), In(In), MakeComputed(std::move(MakeComputed)),
        Held(std::move(Held)) {}

  /// Says that the variable \p Of, a counter of a loop, is 0 or more.
  void isNotNegative(const IndexExpr &Of);
  /// Says that the kernel runs on x86, whose conversions of NaN are known.
  void isForX86() { ConvertsAsX86 = true; }

  /// \p R rounded to zero.
  IndexExpr truncated(const KernelReal &R);
  /// \p R as a \p T, by its bounds; what a NaN becomes on x86 if it is one.
  /// \p MakeLoaded gives a variable for a number that was read.
  IndexExpr converted(const KernelReal &R, IntegerType T,
                      llvm::function_ref<IndexExpr()> MakeLoaded);
  /// \p How: "floor", "ceil", "trunc", "rint".
  KernelReal rounded(const KernelReal &R, llvm::StringRef How);
  /// The sum, difference, product or quotient, not rounded to a type.
  /// \p DividesRoughly: div.full.f32, which Triton makes of '/' of two floats,
  /// errs by up to 2 units in the last place.
  KernelReal combined(KernelOp O, const KernelReal &A, const KernelReal &B,
                      bool DividesRoughly = false);
  /// The larger or the smaller one. \p KeepsNaN: NaN if one of them is, in
  /// either order, unlike std::max().
  KernelReal extremum(KernelOp O, const KernelReal &A, const KernelReal &B,
                      bool KeepsNaN);
  /// Nothing where that is not known.
  std::optional<IndexExpr> compared(KernelOp O, const KernelReal &A,
                                    const KernelReal &B);
  KernelReal selected(const IndexExpr &Condition, const KernelReal &A,
                      const KernelReal &B);
  /// The result of isnan() or isinf() for \p Of, which is null if not known.
  IndexExpr tested(const KernelReal *Of, bool IsForNaN);
  /// An index, in elements of so many \p Bits, with what numbers that were NaN
  /// add to an address.
  IndexExpr withNaNs(const IndexExpr &Index, unsigned Bits) const;

private:
  IndexExpr magnitude(const IndexExpr &E) const; ///< at least |E|
  std::optional<KernelReal> nearly(KernelOp O, const KernelReal &A,
                                   const KernelReal &B) const;
  void limitStretched(const IndexExpr &Is, const KernelReal &R);

  TypedIntegers &Integers;
  Kernel &In;
  std::function<IndexExpr()> MakeComputed;
  std::function<std::vector<IndexExpr>()> Held;
  bool ConvertsAsX86 = false;
  std::set<Variable> NotNegative;
  std::set<Variable> ConvertedNaNs; ///< int64_t that may be NaNMark
  /// Results of isnan(), and the access that reads what they test.
  std::unordered_map<IndexExpr, size_t, IndexExpr::Hasher> NaNTests;
};

} // namespace aoti_tidy

#endif
