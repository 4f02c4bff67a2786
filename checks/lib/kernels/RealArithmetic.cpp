// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/RealArithmetic.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy {

namespace {

using Op = IndexExpr::Op;

} // namespace

void RealArithmetic::isNotNegative(const IndexExpr &Of) {
  NotNegative.insert(Of.variable());
}

IndexExpr RealArithmetic::magnitude(const IndexExpr &E) const {
  const auto OfAll = [&](Op O) {
    std::vector<IndexExpr> Parts;
    for (const IndexExpr &Part : E.operands())
      Parts.push_back(magnitude(Part));
    return IndexExpr::make(O, std::move(Parts));
  };
  switch (E.op()) {
  case Op::Constant:
    return E.constant() == std::numeric_limits<int64_t>::min()
               ? IndexExpr::make(Op::Abs, {E})
               : IndexExpr(std::abs(E.constant()));
  case Op::Variable:
    return NotNegative.contains(E.variable()) ? E
                                              : IndexExpr::make(Op::Abs, {E});
  case Op::Add:
  case Op::Mul:
    return OfAll(E.op());
  case Op::Min:
  case Op::Max:
    return OfAll(Op::Add);
  default:
    return IndexExpr::make(Op::Abs, {E});
  }
}

std::optional<KernelReal> RealArithmetic::nearly(KernelOp O,
                                                 const KernelReal &A,
                                                 const KernelReal &B) const {
  return combinedNearly(O, A, B,
                        [this](const IndexExpr &E) { return magnitude(E); });
}

IndexExpr RealArithmetic::truncated(const KernelReal &R) {
  if (R.isExact())
    return IndexExpr::make(Op::TruncDiv, {R.Scaled, int64_t(1) << R.Shift});
  if (*R.Truncated)
    return **R.Truncated;
  const IndexExpr Is = MakeComputed();
  *R.Truncated = Is;
  if (R.Stretched && R.Stretched->Of)
    limitStretched(Is, R);
  if (R.Is != KernelReal::Kind::Near)
    return Is;
  Integers.limit(Is, R.Magnitude, R.Divisor);
  // Is <= max(number, 0), which is too large by at most so much: less than the
  // distance of two quotients makes no difference.
  const IndexExpr Most =
      R.IsNotNegative ? R.Scaled : IndexExpr::make(Op::Max, {R.Scaled, 0});
  In.Facts.push_back(
      lessEqual(NearParts * (R.Divisor * Is), NearParts * Most + R.Magnitude));
  In.Facts.push_back(either(lessEqual(NearParts, R.Magnitude),
                            lessEqual(R.Divisor * Is, Most)));
  // Is > number - 1
  In.Facts.push_back(less(NearParts * R.Scaled - R.Magnitude,
                          NearParts * (R.Divisor * (Is + 1))));
  if (R.IsNotNegative)
    In.Facts.push_back(lessEqual(0, Is));
  else if (R.HasSign)
    In.Facts.push_back(either(less(R.Scaled, 0), lessEqual(0, Is)));
  return Is;
}

IndexExpr
RealArithmetic::converted(const KernelReal &R, IntegerType T,
                          llvm::function_ref<IndexExpr()> MakeLoaded) {
  const bool IsRead = R.NaNOf && ConvertsAsX86 && T.IsSigned && T.Bits >= 32 &&
                      In.Accesses[*R.NaNOf].Becomes.empty();
  if (R.isExact() || R.Is == KernelReal::Kind::Near || *R.Truncated ||
      !(IsRead || R.IsNeverNaN))
    return Integers.converted(truncated(R), T, Held());
  const auto IsConstant = [](const std::optional<IndexExpr> &E) {
    return E && E->op() == Op::Constant;
  };
  const bool HasConstantBounds = IsConstant(R.Least) && IsConstant(R.Most);
  const auto Bound = [&](const IndexExpr &Is) {
    IndexExpr Holds = IndexExpr::always();
    if (R.Least)
      Holds = both(Holds, lessEqual(*R.Least, Is));
    if (R.Most)
      Holds = both(Holds, lessEqual(Is, *R.Most));
    return Holds;
  };
  const TypedIntegers::Range OfType = TypedIntegers::rangeOf(T);
  const int64_t Lowest = T.Bits == 64 ? NaNMark : int64_t(OfType.Low);
  const IndexExpr OfNaN = Lowest;
  IndexExpr Read = 0;
  if (IsRead) {
    Access &From = In.Accesses[*R.NaNOf];
    Read = MakeLoaded();
    From.Becomes = Read.variable().Name;
    From.IsConverted = true;
    if (T.Bits == 64)
      ConvertedNaNs.insert(Read.variable());
    const bool IsBounded = R.IsAsRead && HasConstantBounds;
    Integers.limit(Read, IsBounded
                             ? TypedIntegers::Range{Lowest, R.Most->constant()}
                             : OfType);
    if (R.IsAsRead) {
      In.Facts.push_back(either(equal(Read, OfNaN), Bound(Read)));
      return Read;
    }
  }
  IndexExpr Number = truncated(R);
  In.Facts.push_back(Bound(Number));
  if (HasConstantBounds)
    Integers.limit(Number, {R.Least->constant(), R.Most->constant()});
  Number = Integers.converted(Number, T, Held());
  return IsRead ? IndexExpr::make(Op::Select, {equal(Read, OfNaN), OfNaN,
                                               std::move(Number)})
                : Number;
}

IndexExpr RealArithmetic::tested(const KernelReal *Of, bool IsForNaN) {
  const IndexExpr Bit = MakeComputed();
  In.Facts.push_back(both(lessEqual(0, Bit), lessEqual(Bit, 1)));
  const IndexExpr Is = both(equal(Bit, 1), IndexExpr::always());
  if (IsForNaN && Of && Of->NaNOf && Of->IsAsRead)
    NaNTests.emplace(Is, *Of->NaNOf);
  return Is;
}

IndexExpr RealArithmetic::withNaNs(const IndexExpr &Index,
                                   unsigned Bits) const {
  IndexExpr Is = Index;
  if (Bits == 8)
    return Is;
  for (const Variable &V : ConvertedNaNs) {
    if (!contains(Is, IndexExpr::variable(V)))
      continue;
    const auto If = [&](const IndexExpr &Number) {
      return Is.substitute([&](const Variable &Other) {
        return Other == V ? std::optional(Number) : std::nullopt;
      });
    };
    // Without the term in V: both have the same, twice as large in the second.
    const IndexExpr OfNaN = 2 * If(NaNMark) - If(2 * NaNMark);
    Is = IndexExpr::make(Op::Select,
                         {equal(IndexExpr::variable(V), NaNMark), OfNaN, Is});
  }
  return Is;
}

void RealArithmetic::limitStretched(const IndexExpr &Is, const KernelReal &R) {
  const auto &S = *R.Stretched;
  if (!Integers.hasContents(S.P) && !Integers.hasContents(S.Q) &&
      !Integers.hasContents(*S.Of))
    Integers.count(Is);
  const bool KeepsEnds = !S.IsHalf && S.Q.op() == Op::Add; // Q = size - 1
  // A division's error, at most 2^-22 on a GPU, and two roundings of 2^-24
  // each of numbers up to 2^20 are less than the distance to the next integer.
  std::vector<IndexExpr> Excuses = {less(int64_t(1) << 20, S.P + S.Q)};
  std::vector<IndexExpr> Negative = {less(S.Q, 1), less(S.P, 0)};
  if (!(magnitude(*S.Of) == *S.Of)) {
    Excuses.push_back(less(*S.Of, 0));
    Negative.push_back(less(*S.Of, 0));
  }
  const auto IsInside = [&](const IndexExpr &E) {
    return E.op() == Op::Less && E.operands()[1] == S.Q &&
           (S.IsHalf ? 2 * E.operands()[0] + 1 : E.operands()[0]) == *S.Of;
  };
  if (KeepsEnds) {
    Excuses.push_back(less(S.Q, *S.Of));
    Excuses.push_back(less(S.Q, 1));
  } else if (llvm::none_of(Held(), IsInside)) {
    Excuses.push_back(lessEqual((S.IsHalf ? 2 : 1) * S.Q, *S.Of));
  }
  const IndexExpr Most = KeepsEnds ? S.P : S.P - 1;
  Excuses.push_back(less(Most, 0));
  Excuses.push_back(lessEqual(Is, Most));
  In.Facts.push_back(IndexExpr::make(Op::Or, std::move(Excuses)));
  const int64_t Least = S.IsLessHalf && !R.IsNotNegative ? -1 : 0;
  Negative.push_back(lessEqual(Least, Is));
  In.Facts.push_back(IndexExpr::make(Op::Or, std::move(Negative)));
  // 0 * (P / 0) is NaN; Q may be a size less 1.
  if (!S.IsHalf && S.Q.op() == Op::Add && ConvertsAsX86) {
    In.Facts.push_back(either(negation(both(equal(S.Q, 0), equal(*S.Of, 0))),
                              equal(Is, NaNMark)));
    ConvertedNaNs.insert(Is.variable());
  }
}

std::optional<IndexExpr>
RealArithmetic::compared(KernelOp O, const KernelReal &A, const KernelReal &B) {
  if (const auto Exact = comparedExactly(O, A, B))
    return *Exact;
  if (!A.isExact() && !B.isExact())
    return std::nullopt;
  // If it holds, it holds for the numbers rounded to zero, or nearly so: an
  // integer larger than x is not smaller than x rounded. If not, a NaN is
  // possible.
  const IndexExpr RoundedA = truncated(A), RoundedB = truncated(B);
  const auto IsPositive = [](const KernelReal &R, const IndexExpr &E) {
    return R.isExact() && R.isWhole() && E.op() == Op::Constant &&
           E.constant() > 0;
  };
  const bool Strict = O == KernelOp::Less &&
                      ((A.isWhole() && B.isWhole()) || IsPositive(B, RoundedB));
  const IndexExpr Bit = MakeComputed();
  const IndexExpr Implied = O == KernelOp::Equal ? equal(RoundedA, RoundedB)
                            : Strict ? less(RoundedA, RoundedB)
                                     : lessEqual(RoundedA, RoundedB);
  In.Facts.push_back(both(lessEqual(0, Bit), lessEqual(Bit, 1)));
  In.Facts.push_back(either(equal(Bit, 0), Implied));
  Integers.implies(Bit, Implied);
  return equal(Bit, 1);
}

KernelReal RealArithmetic::rounded(const KernelReal &R, StringRef How) {
  if (R.isWhole())
    return R;
  const IndexExpr One = int64_t(1) << R.Shift;
  if (R.isExact() && How == "trunc")
    return KernelReal::exact(truncated(R));
  if (R.isExact() && How == "floor")
    return KernelReal::exact(IndexExpr::make(Op::FloorDiv, {R.Scaled, One}));
  if (R.isExact() && How == "ceil")
    return KernelReal::exact(
        -1 * IndexExpr::make(Op::FloorDiv, {-1 * R.Scaled, One}));
  KernelReal Whole;
  Whole.Is = KernelReal::Kind::Whole;
  // Rounded down, (x + 0.5) * (P / Q) - 0.5 may be -1.
  if (How == "trunc" || How == "floor")
    Whole.Stretched = R.Stretched;
  Whole.IsNotNegative = R.IsNotNegative && Whole.Stretched;
  Whole.Least = R.Least;
  Whole.Most = R.Most;
  Whole.NaNOf = R.NaNOf;
  Whole.IsAsRead = R.IsAsRead;
  Whole.IsNeverNaN = R.IsNeverNaN;
  if (!R.NaNOf && !R.IsNeverNaN &&
      (How == "trunc" || (How == "floor" && R.IsNotNegative)))
    *Whole.Truncated = truncated(R);
  return Whole;
}

KernelReal RealArithmetic::combined(KernelOp O, const KernelReal &A,
                                    const KernelReal &B, bool DividesRoughly) {
  KernelReal Made;
  if (const auto Exact = combinedExactly(O, A, B)) {
    Made = *Exact;
  } else if (const auto Near = nearly(O, A, B)) {
    Made = *Near;
    for (int I = 0; I < 3 && O == KernelOp::Div && DividesRoughly; ++I)
      Made = roundedOnceMore(Made);
  } else if (const auto Stretched = stretched(O, A, B)) {
    Made = *Stretched;
  } else if (A.isWhole() && B.isWhole() &&
             (O == KernelOp::Add || O == KernelOp::Sub)) {
    Made.Is = KernelReal::Kind::Whole;
    *Made.Truncated = combinedWhole(O, truncated(A), truncated(B));
  }
  if (!Made.isNumber())
    Made.NaNOf = A.NaNOf ? A.NaNOf : B.NaNOf;
  return Made;
}

KernelReal RealArithmetic::extremum(KernelOp O, const KernelReal &A,
                                    const KernelReal &B, bool KeepsNaN) {
  if (const auto Exact = combinedExactly(O, A, B))
    return *Exact;
  if (const auto Near = nearly(O, A, B))
    return *Near;
  if (const auto Stretched = stretched(O, A, B))
    return *Stretched;
  // std::max(NaN, 0) depends on the order.
  return KeepsNaN ? combinedBounds(O, A, B) : KernelReal();
}

KernelReal RealArithmetic::selected(const IndexExpr &Condition,
                                    const KernelReal &A, const KernelReal &B) {
  if (A.isExact() && B.isExact())
    return selectedExactly(Condition, A, B);
  KernelReal Made = selectedBounds(A, B);
  // isnan(x) ? 0 : x
  const auto Test = NaNTests.find(Condition);
  Made.IsNeverNaN |= Test != NaNTests.end() && A.isNumber() && B.IsAsRead &&
                     B.NaNOf == Test->second;
  return Made;
}

} // namespace aoti_tidy
