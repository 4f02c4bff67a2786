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

/// The lane of a vector, or the element of an array that a vector was stored
/// to: what a vector holds is an expression over it.
const IndexExpr &lane();

/// An integer or a condition; of each lane, if it is a vector's.
struct KernelNumber {
  IndexExpr Is;
  /// The conjunction over all lanes: true means that the condition holds for
  /// each of them, false says nothing about any one.
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

  // Of one that is near: it differs from Scaled / Divisor by no more than
  // Magnitude / Divisor * 2^-24 for each rounding, in the first order.
  int64_t Divisor = 1;     ///< positive
  IndexExpr Magnitude = 0; ///< at least |Scaled|
  unsigned Roundings = 0;
  bool HasSign = false; ///< is negative, 0 or positive as Scaled is
  bool IsNotNegative = false;

  /// Rounded to zero, if that has been asked for; not of an exact one.
  std::shared_ptr<std::optional<IndexExpr>> Truncated =
      std::make_shared<std::optional<IndexExpr>>();

  /// Rounding in the computation is left out of account: integers of more than
  /// 24 bits are not exact in a float.
  static KernelReal exact(IndexExpr Scaled, unsigned Shift = 0);
  /// A constant that is not exact; any number if it is too large or too small.
  static KernelReal near(double Constant);
  bool isExact() const { return Is == Kind::Exact; }
  bool isWhole() const {
    return Is == Kind::Whole || (isExact() && Shift == 0);
  }
};

/// How far a number that is near may be from what it is near to, as a part of
/// its magnitude: 1 / NearParts.
constexpr int64_t NearParts = int64_t(1) << 20;

/// A pointer into what a parameter points to, or into a local variable.
struct KernelAddress {
  const clang::ValueDecl *Base = nullptr;
  IndexExpr Offset = 0; ///< in elements
};

/// What the value of an expression in a kernel is known to be.
struct KernelValue {
  /// Nothing known, a number, an address, a function that was not called yet.
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
  /// If it is an integer or a condition, of one lane.
  std::optional<IndexExpr> expr() const {
    const KernelNumber *N = number();
    return N && !N->OfAllLanes ? std::optional(N->Is) : std::nullopt;
  }
  /// In lane \p At.
  KernelValue inLane(const IndexExpr &At) const;
};

/// The operations that expressions and the functions of the emitted runtime are
/// made of.
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

/// \p O of two integers or conditions; nothing where it has no expression.
std::optional<IndexExpr> combined(KernelOp O, const IndexExpr &A,
                                  const IndexExpr &B);

/// \p O of two exact numbers, if it is one.
std::optional<KernelReal> combinedExactly(KernelOp O, const KernelReal &A,
                                          const KernelReal &B);

/// \p O of two numbers that are exact or near, if few roundings make it; the
/// magnitudes of exact ones are as \p MagnitudeOf says.
std::optional<KernelReal>
combinedNearly(KernelOp O, const KernelReal &A, const KernelReal &B,
               llvm::function_ref<IndexExpr(const IndexExpr &)> MagnitudeOf);

/// A number after it was rounded once more.
KernelReal roundedOnceMore(KernelReal R);

/// k, if \p B is 2^k times \p A: the one by the other is 1 / 2^k, unless both
/// are 0. ks0 / (2.0 * ks0) is a step of an interpolation.
std::optional<unsigned> quotient(const KernelReal &A, const KernelReal &B);

/// \p O of two numbers that are integers or not numbers, by what each is rounded
/// to zero, which stands for any integer where it isn't a number. Nothing if the
/// result is without one of them: x - x isn't 0 where x isn't a number.
std::optional<IndexExpr> combinedWhole(KernelOp O, const IndexExpr &A,
                                       const IndexExpr &B);

/// What a comparison of two exact numbers gives.
std::optional<IndexExpr> comparedExactly(KernelOp O, const KernelReal &A,
                                         const KernelReal &B);

/// \p C ? \p A : \p B, of exact numbers.
KernelReal selectedExactly(const IndexExpr &C, const KernelReal &A,
                           const KernelReal &B);

} // namespace aoti_tidy

#endif
