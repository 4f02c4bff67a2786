// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/KernelValue.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <numeric>

namespace aoti_tidy {

const IndexExpr &lane() {
  static const IndexExpr Lane =
      IndexExpr::variable({"lane", VariableKind::Loop});
  return Lane;
}

KernelValue KernelValue::inLane(const IndexExpr &At) const {
  KernelValue Element = *this;
  Element.Lanes = 0;
  const auto Of = expr();
  if (!Of || At == lane())
    return Element;
  const auto IsOfTheLane = [](const Variable &V) {
    return V.Kind == VariableKind::Loaded || V.Kind == VariableKind::Computed;
  };
  if (Lanes != 0 && llvm::any_of(variablesOf(*Of), IsOfTheLane))
    return KernelValue();
  Element.Is = KernelNumber{
      Of->substitute([&](const Variable &V) -> std::optional<IndexExpr> {
        return V == lane().variable() ? std::optional(At) : std::nullopt;
      })};
  return Element;
}

namespace {

using Op = IndexExpr::Op;

std::optional<int64_t> constantOf(const IndexExpr &E) {
  if (E.op() == Op::Constant)
    return E.constant();
  return std::nullopt;
}

/// A & B where one has only the low bits set: a remainder by a power of two,
/// for negative numbers, too.
std::optional<IndexExpr> masked(const IndexExpr &A, const IndexExpr &B) {
  const auto Mask = constantOf(B);
  if (!Mask)
    return constantOf(A) ? masked(B, A) : std::nullopt;
  if (*Mask < 0 || !llvm::isPowerOf2_64(uint64_t(*Mask) + 1) ||
      *Mask == std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return IndexExpr::make(Op::FloorMod, {A, *Mask + 1});
}

std::optional<IndexExpr> shifted(Op By, const IndexExpr &A,
                                 const IndexExpr &B) {
  const auto Bits = constantOf(B);
  if (!Bits || *Bits < 0 || *Bits > 62)
    return std::nullopt;
  return IndexExpr::make(By, {A, int64_t(1) << *Bits});
}

/// A
/// B of two conditions, or of one and an integer: a check under a mask ends in
/// `| ~(mask)`, which as a bool is not 0 whatever the mask.
std::optional<IndexExpr> joined(const IndexExpr &A, const IndexExpr &B) {
  if (A.isCondition() && B.isCondition())
    return either(A, B);
  if (!A.isCondition())
    return B.isCondition() ? joined(B, A) : std::nullopt;
  const IndexExpr WithLowestBit = B + 1 - IndexExpr::make(Op::FloorMod, {B, 2});
  return IndexExpr::make(Op::Select, {A, WithLowestBit, B});
}

IndexExpr compared(const IndexExpr &A, const IndexExpr &B) {
  if (!A.isCondition())
    return equal(A, B);
  if (const auto Is = constantOf(B); Is && (*Is == 0 || *Is == 1))
    return *Is == 1 ? A : negation(A);
  return B.isCondition() ? either(both(A, B), both(negation(A), negation(B)))
                         : equal(A, B);
}

/// Beyond it, the numbers are no longer exact in a double.
constexpr unsigned MaxShift = 50;

IndexExpr scaledTo(unsigned Shift, const KernelReal &R) {
  return (int64_t(1) << (Shift - R.Shift)) * R.Scaled;
}

std::optional<KernelReal> divided(const KernelReal &A, const KernelReal &B) {
  const auto By = constantOf(B.Scaled);
  if (!By || *By <= 0 || !llvm::isPowerOf2_64(*By))
    return std::nullopt;
  const unsigned Shift = A.Shift + llvm::Log2_64(*By);
  if (Shift > MaxShift)
    return std::nullopt;
  return KernelReal::exact((int64_t(1) << B.Shift) * A.Scaled, Shift);
}

/// NearParts allows for 2^3 roundings of 2^-24 each, doubled.
constexpr unsigned MaxRoundings = 8;
constexpr int64_t MaxDivisor = int64_t(1) << 40;

std::optional<KernelReal>
asNear(const KernelReal &R,
       llvm::function_ref<IndexExpr(const IndexExpr &)> MagnitudeOf) {
  if (R.Is == KernelReal::Kind::Near)
    return R;
  if (!R.isExact() || R.Shift > 40)
    return std::nullopt;
  KernelReal Made;
  Made.Is = KernelReal::Kind::Near;
  Made.Scaled = R.Scaled;
  Made.Divisor = int64_t(1) << R.Shift;
  Made.Magnitude = MagnitudeOf(R.Scaled);
  Made.HasSign = true;
  Made.IsNotNegative = Made.Magnitude == R.Scaled;
  return Made;
}

void multiply(KernelReal &R, int64_t By) {
  R.Scaled = By * R.Scaled;
  R.Magnitude = By * R.Magnitude;
  R.Divisor *= By;
}

bool alignDivisors(KernelReal &A, KernelReal &B) {
  if (A.Divisor == B.Divisor)
    return true;
  const int64_t Common = std::gcd(A.Divisor, B.Divisor);
  const int64_t ByA = B.Divisor / Common, ByB = A.Divisor / Common;
  if (ByA > MaxDivisor / A.Divisor)
    return false;
  multiply(A, ByA);
  multiply(B, ByB);
  return true;
}

struct WholeBounds {
  std::optional<IndexExpr> Least, Most;
};

WholeBounds boundsOf(const KernelReal &R) {
  if (!R.isExact())
    return {R.Least, R.Most};
  const IndexExpr Least =
      IndexExpr::make(Op::FloorDiv, {R.Scaled, int64_t(1) << R.Shift});
  return {Least, R.Shift == 0 ? Least : Least + 1};
}

KernelReal withoutBounds(const KernelReal &A, const KernelReal &B) {
  KernelReal Made;
  if (A.isWhole() && B.isWhole())
    Made.Is = KernelReal::Kind::Whole;
  Made.IsNeverNaN = A.isNumber() && B.isNumber();
  return Made;
}

} // namespace

std::optional<IndexExpr> combined(KernelOp O, const IndexExpr &A,
                                  const IndexExpr &B) {
  const bool Conditions = A.isCondition() && B.isCondition();
  switch (O) {
  case KernelOp::Add:
    return A + B;
  case KernelOp::Sub:
    return A - B;
  case KernelOp::Mul:
    return A * B;
  case KernelOp::Div:
    return IndexExpr::make(Op::TruncDiv, {A, B});
  case KernelOp::Rem:
    return IndexExpr::make(Op::TruncMod, {A, B});
  case KernelOp::Less:
    return less(A, B);
  case KernelOp::LessEqual:
    return lessEqual(A, B);
  case KernelOp::Equal:
    return B.isCondition() ? compared(B, A) : compared(A, B);
  case KernelOp::And:
    return Conditions ? both(A, B) : masked(A, B);
  case KernelOp::Or:
    return joined(A, B);
  case KernelOp::Xor:
    return Conditions ? std::optional(negation(compared(A, B))) : std::nullopt;
  case KernelOp::Shl:
    return shifted(Op::Mul, A, B);
  case KernelOp::Shr:
    return shifted(Op::FloorDiv, A, B);
  case KernelOp::Min:
    return IndexExpr::make(Op::Min, {A, B});
  case KernelOp::Max:
    return IndexExpr::make(Op::Max, {A, B});
  }
  return std::nullopt;
}

KernelReal KernelReal::exact(IndexExpr Scaled, unsigned Shift) {
  KernelReal Made;
  Made.Is = Kind::Exact;
  Made.Scaled = std::move(Scaled);
  Made.Shift = Shift;
  return Made;
}

std::optional<KernelReal> combinedExactly(KernelOp O, const KernelReal &A,
                                          const KernelReal &B) {
  if (!A.isExact() || !B.isExact())
    return std::nullopt;
  const unsigned Shift = std::max(A.Shift, B.Shift);
  switch (O) {
  case KernelOp::Add:
  case KernelOp::Sub:
  case KernelOp::Min:
  case KernelOp::Max:
    return KernelReal::exact(
        *combined(O, scaledTo(Shift, A), scaledTo(Shift, B)), Shift);
  case KernelOp::Mul:
    if (A.Shift + B.Shift > MaxShift)
      return std::nullopt;
    return KernelReal::exact(A.Scaled * B.Scaled, A.Shift + B.Shift);
  case KernelOp::Div:
    return divided(A, B);
  default:
    return std::nullopt;
  }
}

KernelReal KernelReal::near(double Constant) {
  // As many bits as a float has.
  int Exponent;
  const double Mantissa = std::frexp(std::fabs(Constant), &Exponent);
  const int Shift = 24 - Exponent;
  if (!std::isfinite(Constant) || Shift < 0 || Shift > 40)
    return KernelReal();
  const int64_t Digits = std::llround(std::ldexp(Mantissa, 24));
  KernelReal Made;
  Made.Is = Kind::Near;
  Made.Scaled = Constant < 0 ? -Digits : Digits;
  Made.Divisor = int64_t(1) << Shift;
  Made.Magnitude = Digits;
  Made.Roundings = 1;
  Made.HasSign = true;
  Made.IsNotNegative = Constant >= 0;
  return Made;
}

std::optional<KernelReal>
combinedNearly(KernelOp O, const KernelReal &Left, const KernelReal &Right,
               llvm::function_ref<IndexExpr(const IndexExpr &)> MagnitudeOf) {
  auto A = asNear(Left, MagnitudeOf), B = asNear(Right, MagnitudeOf);
  if (!A || !B)
    return std::nullopt;
  KernelReal Made;
  Made.Is = KernelReal::Kind::Near;
  Made.HasSign = A->HasSign && B->HasSign;
  Made.IsNotNegative = A->IsNotNegative && B->IsNotNegative;
  Made.Roundings = std::max(A->Roundings, B->Roundings);
  switch (O) {
  case KernelOp::Mul:
    if (A->Divisor > MaxDivisor / B->Divisor)
      return std::nullopt;
    Made.Scaled = A->Scaled * B->Scaled;
    Made.Divisor = A->Divisor * B->Divisor;
    Made.Magnitude = A->Magnitude * B->Magnitude;
    Made.Roundings = A->Roundings + B->Roundings + 1;
    break;
  case KernelOp::Div: {
    const auto By = constantOf(B->Scaled);
    if (!Right.isExact() || !By || *By <= 0 || *By > MaxDivisor / A->Divisor)
      return std::nullopt;
    Made.Scaled = B->Divisor * A->Scaled;
    Made.Divisor = *By * A->Divisor;
    Made.Magnitude = B->Divisor * A->Magnitude;
    ++Made.Roundings;
    break;
  }
  case KernelOp::Add:
  case KernelOp::Sub:
  case KernelOp::Min:
  case KernelOp::Max:
    if (!alignDivisors(*A, *B))
      return std::nullopt;
    Made.Scaled = *combined(O, A->Scaled, B->Scaled);
    Made.Divisor = A->Divisor;
    Made.Magnitude = A->Magnitude + B->Magnitude;
    if (O == KernelOp::Add || O == KernelOp::Sub) {
      ++Made.Roundings;
      Made.HasSign = false;
      Made.IsNotNegative &= O == KernelOp::Add;
    }
    if (O == KernelOp::Max)
      Made.IsNotNegative = A->IsNotNegative || B->IsNotNegative;
    break;
  default:
    return std::nullopt;
  }
  return Made.Roundings <= MaxRoundings ? std::optional(Made) : std::nullopt;
}

KernelReal combinedBounds(KernelOp O, const KernelReal &A,
                          const KernelReal &B) {
  KernelReal Made = withoutBounds(A, B);
  Made.NaNOf = A.NaNOf ? A.NaNOf : B.NaNOf;
  Made.IsAsRead = (A.IsAsRead && B.isExact()) || (B.IsAsRead && A.isExact());
  const Op By = O == KernelOp::Min ? Op::Min : Op::Max;
  const WholeBounds OfA = boundsOf(A), OfB = boundsOf(B);
  // min(x, 7) is at most 7, whatever x is.
  const auto Combine = [&](const std::optional<IndexExpr> &X,
                           const std::optional<IndexExpr> &Y,
                           bool OneIsEnough) -> std::optional<IndexExpr> {
    if (X && Y)
      return IndexExpr::make(By, {*X, *Y});
    return !OneIsEnough ? std::nullopt : X ? X : Y;
  };
  Made.Least = Combine(OfA.Least, OfB.Least, By == Op::Max);
  Made.Most = Combine(OfA.Most, OfB.Most, By == Op::Min);
  return Made;
}

KernelReal selectedBounds(const KernelReal &A, const KernelReal &B) {
  KernelReal Made = withoutBounds(A, B);
  const WholeBounds OfA = boundsOf(A), OfB = boundsOf(B);
  if (OfA.Least && OfB.Least)
    Made.Least = IndexExpr::make(Op::Min, {*OfA.Least, *OfB.Least});
  if (OfA.Most && OfB.Most)
    Made.Most = IndexExpr::make(Op::Max, {*OfA.Most, *OfB.Most});
  return Made;
}

KernelReal roundedOnceMore(KernelReal R) {
  if (R.isExact())
    return R;
  if (R.Is == KernelReal::Kind::Near && ++R.Roundings > MaxRoundings)
    return KernelReal();
  R.Truncated = std::make_shared<std::optional<IndexExpr>>();
  return R;
}

std::optional<KernelReal> stretched(KernelOp O, const KernelReal &A,
                                    const KernelReal &B) {
  KernelReal Made;
  if (O == KernelOp::Div && A.isExact() && B.isExact() && A.isWhole() &&
      B.isWhole()) {
    Made.Stretched = {A.Scaled, B.Scaled};
    return Made;
  }
  const bool IsSecond = B.Stretched.has_value();
  const KernelReal &By = IsSecond ? A : B;
  Made.Stretched = IsSecond ? B.Stretched : A.Stretched;
  if (!Made.Stretched || !By.isExact())
    return std::nullopt;
  auto &S = *Made.Stretched;
  const auto Constant = constantOf(By.Scaled);
  if (O == KernelOp::Mul && !S.Of && By.Shift <= 1) {
    S.Of = By.Scaled;
    S.IsHalf = By.Shift == 1;
    return Made;
  }
  const bool IsMinusHalf =
      By.Shift == 1 && ((O == KernelOp::Sub && !IsSecond && Constant == 1) ||
                        (O == KernelOp::Add && Constant == -1));
  if (IsMinusHalf && S.IsHalf && !S.IsLessHalf) {
    S.IsLessHalf = true;
    return Made;
  }
  // max(v, 0)
  if (O == KernelOp::Max && Constant == 0) {
    Made.IsNotNegative = true;
    return Made;
  }
  return std::nullopt;
}

std::optional<IndexExpr> combinedWhole(KernelOp O, const IndexExpr &A,
                                       const IndexExpr &B) {
  const auto Made = combined(O, A, B);
  if (!Made)
    return std::nullopt;
  const std::set<Variable> Left = variablesOf(*Made),
                           Before = variablesOf({A, B});
  return std::includes(Left.begin(), Left.end(), Before.begin(), Before.end())
             ? Made
             : std::nullopt;
}

std::optional<IndexExpr> comparedExactly(KernelOp O, const KernelReal &A,
                                         const KernelReal &B) {
  if (!A.isExact() || !B.isExact())
    return std::nullopt;
  const unsigned Shift = std::max(A.Shift, B.Shift);
  return combined(O, scaledTo(Shift, A), scaledTo(Shift, B));
}

KernelReal selectedExactly(const IndexExpr &C, const KernelReal &A,
                           const KernelReal &B) {
  const unsigned Shift = std::max(A.Shift, B.Shift);
  return KernelReal::exact(
      IndexExpr::make(Op::Select, {C, scaledTo(Shift, A), scaledTo(Shift, B)}),
      Shift);
}

} // namespace aoti_tidy
