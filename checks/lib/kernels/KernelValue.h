// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_KERNELVALUE_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_KERNELVALUE_H

#include "checks/lib/prove/IndexExpr.h"
#include <variant>

namespace clang {
class LambdaExpr;
class ValueDecl;
} // namespace clang

namespace aoti_tidy {

/// The lane of a vector, over which its contents are an expression; also the
/// element of an array that a vector was stored to.
const IndexExpr &lane();

struct KernelNumber {
  IndexExpr Is;
  /// True means that the condition holds in each lane, false says nothing.
  bool OfAllLanes = false;
};

/// A floating-point number. Copies share what is found out about it.
struct KernelReal {
  enum class Kind {
    Any,
    Whole, ///< an integer, or not a number
    Exact, ///< Scaled / 2^Shift: it was computed from integers alone
    Near,  ///< Scaled / Divisor, but for the roundings of the computation
  };
  Kind Is = Kind::Any;
  IndexExpr Scaled = 0;
  unsigned Shift = 0;

  // A near value differs from Scaled / Divisor by at most Magnitude /
  // Divisor * 2^-24 per rounding, in the first order.
  int64_t Divisor = 1;     ///< positive
  IndexExpr Magnitude = 0; ///< at least |Scaled|
  unsigned Roundings = 0;
  bool HasSign = false; ///< is negative, 0 or positive as Scaled is
  bool IsNotNegative = false;

  /// A position P / Q times that of another tensor: x * (P / Q), or (x + 0.5) *
  /// (P / Q), less 0.5 or not, in the steps of interpolation.
  struct Stretch {
    IndexExpr P, Q;
    std::optional<IndexExpr> Of = {}; ///< x, or 2 * x + 1; not multiplied yet
    bool IsHalf = false, IsLessHalf = false;
  };
  std::optional<Stretch> Stretched = {};

  // Of any or a whole number: integers that it is between, unless it is NaN.
  std::optional<IndexExpr> Least = {}, Most = {};
  /// The kernel's access that makes it NaN by reading a NaN.
  std::optional<size_t> NaNOf = {};
  bool IsAsRead = false; ///< any number between these bounds is possible
  bool IsNeverNaN = false;

  /// Rounded to zero, once asked for; not of an exact one.
  std::shared_ptr<std::optional<IndexExpr>> Truncated =
      std::make_shared<std::optional<IndexExpr>>();

  /// Rounding in the computation is ignored: a float does not hold integers of
  /// more than 24 bits exactly.
  static KernelReal exact(IndexExpr Scaled, unsigned Shift = 0);
  /// Any number if \p Constant is too large or too small.
  static KernelReal near(double Constant);
  bool isExact() const { return Is == Kind::Exact; }
  bool isNumber() const { return isExact() || Is == Kind::Near || IsNeverNaN; }
  bool isWhole() const {
    return Is == Kind::Whole || (isExact() && Shift == 0);
  }
};

/// A near number differs by at most its magnitude / NearParts.
constexpr int64_t NearParts = int64_t(1) << 20;

struct KernelAddress {
  const clang::ValueDecl *Base = nullptr;
  IndexExpr Offset = 0; ///< in elements
};

struct KernelValue {
  /// Unknown, a number, an address, or a function that was not called yet.
  std::variant<std::monostate, KernelNumber, KernelReal, KernelAddress,
               const clang::LambdaExpr *>
      Is;
  unsigned Lanes = 0; ///< of a vector, where it is known

  KernelValue() = default;
  KernelValue(IndexExpr E, unsigned Lanes = 0)
      : Is(KernelNumber{std::move(E)}), Lanes(Lanes) {}
  KernelValue(KernelReal R, unsigned Lanes = 0)
      : Is(std::move(R)), Lanes(Lanes) {}
  KernelValue(KernelAddress A) : Is(std::move(A)) {}
  KernelValue(const clang::LambdaExpr *L) : Is(L) {}

  const KernelNumber *number() const { return std::get_if<KernelNumber>(&Is); }
  const KernelReal *real() const { return std::get_if<KernelReal>(&Is); }
  const KernelAddress *address() const {
    return std::get_if<KernelAddress>(&Is);
  }
  const clang::LambdaExpr *function() const {
    const auto *L = std::get_if<const clang::LambdaExpr *>(&Is);
    return L ? *L : nullptr;
  }
  /// An integer or a condition of one lane.
  std::optional<IndexExpr> expr() const {
    const KernelNumber *N = number();
    return N && !N->OfAllLanes ? std::optional(N->Is) : std::nullopt;
  }
  KernelValue inLane(const IndexExpr &At) const;
};

enum class KernelOp {
  Add,
  Sub,
  Mul,
  Div, ///< to zero, as C++ has it
  Rem,
  Less,
  LessEqual,
  Equal,
  And, ///< of bits, or of conditions
  Or,
  Xor,
  Shl,
  Shr,
  Min,
  Max,
};

/// Nothing where it has no expression.
std::optional<IndexExpr> combined(KernelOp O, const IndexExpr &A,
                                  const IndexExpr &B);

std::optional<KernelReal> combinedExactly(KernelOp O, const KernelReal &A,
                                          const KernelReal &B);

/// The result for exact and near numbers, after few roundings; \p MagnitudeOf
/// gives the magnitudes of exact ones.
std::optional<KernelReal>
combinedNearly(KernelOp O, const KernelReal &A, const KernelReal &B,
               llvm::function_ref<IndexExpr(const IndexExpr &)> MagnitudeOf);

/// What is known of the larger or the smaller one, NaN if one of them is.
KernelReal combinedBounds(KernelOp O, const KernelReal &A, const KernelReal &B);

/// What is known of either.
KernelReal selectedBounds(const KernelReal &A, const KernelReal &B);

KernelReal roundedOnceMore(KernelReal R);

std::optional<KernelReal> stretched(KernelOp O, const KernelReal &A,
                                    const KernelReal &B);

/// The result for two numbers that are integers or NaN, each rounded to zero,
/// which is any integer for NaN. Nothing if a NaN vanishes: x - x isn't 0 for
/// NaN.
std::optional<IndexExpr> combinedWhole(KernelOp O, const IndexExpr &A,
                                       const IndexExpr &B);

std::optional<IndexExpr> comparedExactly(KernelOp O, const KernelReal &A,
                                         const KernelReal &B);

KernelReal selectedExactly(const IndexExpr &C, const KernelReal &A,
                           const KernelReal &B);

} // namespace aoti_tidy

#endif
