// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TYPEDINTEGERS_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TYPEDINTEGERS_H

#include "checks/lib/emitted/KernelModel.h"
#include "checks/lib/kernels/KernelValue.h"
#include "checks/lib/prove/Work.h"
#include <set>
#include <unordered_map>

namespace aoti_tidy {

/// An integer type of emitted code.
struct IntegerType {
  unsigned Bits = 64; ///< 8, 16, 32 or 64
  bool IsSigned = true;
};

/// Makes of IndexExpr's integers without end what a kernel's integers are: of
/// their type. What a kernel reads from memory, and what it computes from that,
/// can have every value that its type, the conditions around it and arithmetic
/// leave. Sizes and loops' counters count what lies in memory: they, their sums
/// and their products are taken to be less than 2^47.
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

  /// \p MakeComputed gives variables of Kind Computed; what is known of those
  /// is added to the facts of \p In, and to what wraps in it.
  /// \p SizesFit: the compiler has chosen 32 bits where all sizes fit.
  TypedIntegers(std::function<IndexExpr()> MakeComputed, Kernel &In,
                bool SizesFit)
      : MakeComputed(std::move(MakeComputed)), In(In), SizesFit(SizesFit) {}

  static Range rangeOf(IntegerType T);
  /// Says that \p Variable has values of \p R only.
  void limit(const IndexExpr &Variable, Range R);
  /// Says that \p Variable, of Kind Computed, counts elements as sizes do.
  void count(const IndexExpr &Variable);
  /// Says that \p Variable is a number rounded to zero that is about
  /// \p Magnitude / \p Divisor at most.
  void limit(const IndexExpr &Variable, const IndexExpr &Magnitude,
             int64_t Divisor);
  /// Says that \p Implied holds where \p Bit, a variable, is 1.
  void implies(const IndexExpr &Bit, const IndexExpr &Implied);
  /// Some value of \p T.
  IndexExpr any(IntegerType T);

  /// \p E as arithmetic of \p T has it where \p Where holds: itself if it is a
  /// \p T; wrapped around, or any \p T where that has no simple expression.
  IndexExpr wrapped(const IndexExpr &E, IntegerType T, Conditions Where);
  /// \p E, which is wrapped, where more is known: less of it may need to be.
  IndexExpr wrappedLess(const IndexExpr &E, Conditions Where);
  /// An index of 64 bits in memory that is what \p E is. Sums and products can
  /// do without what keeps their parts in 64 bits, as addresses wrap, too.
  IndexExpr position(const IndexExpr &E, Conditions Where);

  /// \p R as the result of an operation on numbers of that many \p Bits of
  /// mantissa: integers of more are rounded.
  KernelReal rounded(KernelReal R, unsigned Bits, Conditions Where);
  /// \p Truncated, a number rounded to zero, converted to \p T: any if it isn't
  /// in its range, or not a number.
  IndexExpr converted(const IndexExpr &Truncated, IntegerType T,
                      Conditions Where);
  /// Whether \p E has to do with what the kernel reads from memory.
  bool hasContents(const IndexExpr &E) const;

private:
  struct Known {
    std::optional<Range> Is; ///< nothing if it is without a bound
    bool HasContents = false;
    bool IsBelowSize = false; ///< of contents: an assert says so
  };
  /// A part of an expression that keeps the rest in its type.
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
  /// What was made of an expression, by the bits and the sign.
  using Results =
      std::map<std::pair<unsigned, bool>,
               std::unordered_map<IndexExpr, IndexExpr, IndexExpr::Hasher>>;
  Results Made, Converted;
  /// Far more than torch's kernels need. After that nothing is known.
  Work Steps{uint64_t(1) << 26};
  static constexpr uint64_t StepsOfQuestion = uint64_t(1) << 16;
};

} // namespace aoti_tidy

#endif
