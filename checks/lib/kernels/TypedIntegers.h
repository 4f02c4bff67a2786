// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TYPEDINTEGERS_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TYPEDINTEGERS_H

#include "checks/lib/emitted/KernelModel.h"
#include "checks/lib/kernels/KernelValue.h"
#include "checks/lib/prove/Work.h"
#include <set>
#include <unordered_map>

namespace aoti_tidy {

struct IntegerType {
  unsigned Bits = 64; ///< 8, 16, 32 or 64
  bool IsSigned = true;
};

/// Gives a kernel's mathematical integers their types. A value from memory, or
/// computed from such, can be any that its type, the conditions around it and
/// arithmetic leave. Sizes and loops' counters count elements in memory: they,
/// their sums and products are below 2^47.
class TypedIntegers {
public:
  using Wide = __int128;
  struct Range {
    Wide Low, High;
    bool isWithin(const Range &Other) const {
      return Other.Low <= Low && High <= Other.High;
    }
  };
  using Conditions = llvm::ArrayRef<IndexExpr>;

  /// \p MakeComputed gives Computed variables, whose facts and wraps are added
  /// to \p In. \p SizesFit: the compiler has chosen 32 bits where all sizes
  /// fit.
  TypedIntegers(std::function<IndexExpr()> MakeComputed, Kernel &In,
                bool SizesFit)
      : MakeComputed(std::move(MakeComputed)), In(In), SizesFit(SizesFit) {}

  static Range rangeOf(IntegerType T);
  void limit(const IndexExpr &Variable, Range R);
  /// Says that \p Variable, which is Computed, counts elements as sizes do.
  void count(const IndexExpr &Variable);
  /// Says that \p Variable is at most about \p Magnitude / \p Divisor, rounded
  /// to zero.
  void limit(const IndexExpr &Variable, const IndexExpr &Magnitude,
             int64_t Divisor);
  /// Says that \p Implied holds where the variable \p Bit is 1.
  void implies(const IndexExpr &Bit, const IndexExpr &Implied);
  IndexExpr any(IntegerType T);

  /// \p E in arithmetic of \p T where \p Where holds: itself if it fits, else
  /// wrapped around, or any \p T if that has no simple expression.
  IndexExpr wrapped(const IndexExpr &E, IntegerType T, Conditions Where);
  IndexExpr wrappedLess(const IndexExpr &E, Conditions Where);
  /// The memory index \p E of 64 bits. As addresses wrap, too, sums and
  /// products need not keep their parts in 64 bits.
  IndexExpr position(const IndexExpr &E, Conditions Where);

  /// \p R rounded to that many \p Bits of mantissa.
  KernelReal rounded(KernelReal R, unsigned Bits, Conditions Where);
  /// \p Truncated, a number rounded to zero, as a \p T: any if out of range or
  /// NaN.
  IndexExpr converted(const IndexExpr &Truncated, IntegerType T,
                      Conditions Where);
  bool hasContents(const IndexExpr &E) const;
  /// "A | B", "A ^ B" of numbers that are not negative: a number of as many
  /// bits. Nothing for others.
  std::optional<IndexExpr> bitwise(const IndexExpr &A, const IndexExpr &B,
                                   Conditions Where);

private:
  struct Known {
    std::optional<Range> Is; ///< nothing if it is without a bound
    bool HasContents = false;
    bool IsBelowSize = false; ///< of contents: an assert says so
  };
  struct Wrap {
    IndexExpr Bare; ///< what it is the same as, if that is within Unless
    Range Unless;
    bool Of64Bits;
  };

  bool isContents(const Variable &V) const;
  Known look(const IndexExpr &E, std::vector<IndexExpr> &Where,
             Work &Spent) const;
  Known lookAtProduct(const IndexExpr &E, llvm::ArrayRef<Known> Of) const;
  std::optional<Range> rangeIn(const IndexExpr &E, Conditions Where,
                               Work &Spent) const;
  void restrict(Known &K, const IndexExpr &E, const IndexExpr &Condition,
                bool Holds, Work &Spent) const;
  bool isCertain(const IndexExpr &Condition, bool Holds, Work &Spent) const;
  IndexExpr anyUnless(const IndexExpr &E, Range Fits,
                      const std::optional<Range> &Is, const IndexExpr &Other);

  std::function<IndexExpr()> MakeComputed;
  Kernel &In;
  const bool SizesFit;
  std::map<Variable, Range> Limits;
  std::set<Variable> Counts; ///< of those that are computed
  std::map<Variable, IndexExpr> Implications;
  std::unordered_map<IndexExpr, Wrap, IndexExpr::Hasher> Wraps;
  using Results =
      std::map<std::pair<unsigned, bool>,
               std::unordered_map<IndexExpr, IndexExpr, IndexExpr::Hasher>>;
  Results Made, Converted;
  /// More than torch's kernels need; nothing is known after that.
  Work Steps{uint64_t(1) << 26};
  static constexpr uint64_t StepsOfQuestion = uint64_t(1) << 16;
};

} // namespace aoti_tidy

#endif
