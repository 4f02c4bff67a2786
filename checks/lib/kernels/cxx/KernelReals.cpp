// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that a kernel computes in floating point: rows and columns of
// interpolation.
#include "checks/lib/emitted/ConvertedNaN.h"
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti_tidy {

namespace {

using Op = IndexExpr::Op;

} // namespace

IndexExpr KernelInterpreter::magnitude(const IndexExpr &E) const {
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
    return NotNegative.contains(E.variable().Name)
               ? E
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

std::optional<KernelReal> KernelInterpreter::nearly(KernelOp O,
                                                    const KernelReal &A,
                                                    const KernelReal &B) const {
  return combinedNearly(O, A, B,
                        [this](const IndexExpr &E) { return magnitude(E); });
}

IndexExpr KernelInterpreter::truncated(const KernelReal &R) {
  if (R.isExact())
    return IndexExpr::make(Op::TruncDiv, {R.Scaled, int64_t(1) << R.Shift});
  if (*R.Truncated)
    return **R.Truncated;
  const IndexExpr Is = computed();
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
  Result.Facts.push_back(
      lessEqual(NearParts * (R.Divisor * Is), NearParts * Most + R.Magnitude));
  Result.Facts.push_back(either(lessEqual(NearParts, R.Magnitude),
                                lessEqual(R.Divisor * Is, Most)));
  // Is > number - 1
  Result.Facts.push_back(less(NearParts * R.Scaled - R.Magnitude,
                              NearParts * (R.Divisor * (Is + 1))));
  if (R.IsNotNegative)
    Result.Facts.push_back(lessEqual(0, Is));
  else if (R.HasSign)
    Result.Facts.push_back(either(less(R.Scaled, 0), lessEqual(0, Is)));
  return Is;
}

IndexExpr KernelInterpreter::converted(const KernelReal &R, IntegerType T) {
  const bool IsRead = R.NaNOf && IsForX86 && T.IsSigned && T.Bits >= 32 &&
                      Result.Accesses[*R.NaNOf].Becomes.empty();
  if (R.isExact() || R.Is == KernelReal::Kind::Near || *R.Truncated ||
      !(IsRead || R.IsNeverNaN))
    return Integers.converted(truncated(R), T, held());
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
    Access &From = Result.Accesses[*R.NaNOf];
    Read = fresh(Naming.empty() ? "converted" : Naming, VariableKind::Loaded);
    From.Becomes = Read.variable().Name;
    From.IsConverted = true;
    if (T.Bits == 64)
      ConvertedNaNs.insert(Read.variable());
    const bool IsBounded = R.IsAsRead && HasConstantBounds;
    Integers.limit(Read, IsBounded
                             ? TypedIntegers::Range{Lowest, R.Most->constant()}
                             : OfType);
    if (R.IsAsRead) {
      Result.Facts.push_back(either(equal(Read, OfNaN), Bound(Read)));
      return Read;
    }
  }
  IndexExpr Number = truncated(R);
  Result.Facts.push_back(Bound(Number));
  if (HasConstantBounds)
    Integers.limit(Number, {R.Least->constant(), R.Most->constant()});
  Number = Integers.converted(Number, T, held());
  return IsRead ? IndexExpr::make(Op::Select, {equal(Read, OfNaN), OfNaN,
                                               std::move(Number)})
                : Number;
}

KernelValue KernelInterpreter::testReal(const KernelValue &Of, bool IsForNaN) {
  const IndexExpr Bit = computed();
  Result.Facts.push_back(both(lessEqual(0, Bit), lessEqual(Bit, 1)));
  const IndexExpr Is = both(equal(Bit, 1), IndexExpr::always());
  const KernelReal *R = Of.real();
  if (IsForNaN && R && R->NaNOf && R->IsAsRead)
    NaNTests.emplace(Is, *R->NaNOf);
  return KernelValue(Is, Of.Lanes);
}

IndexExpr KernelInterpreter::withNaNs(const IndexExpr &Index,
                                      QualType Element) {
  IndexExpr Is = Index;
  if (Ctx.getTypeSize(Element) == 8)
    return Is;
  for (const Variable &V : ConvertedNaNs) {
    bool IsIn = false;
    Is.forEachVariable([&](const Variable &Other) { IsIn |= Other == V; });
    if (!IsIn)
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

void KernelInterpreter::limitStretched(const IndexExpr &Is,
                                       const KernelReal &R) {
  const auto &S = *R.Stretched;
  Integers.count(Is);
  const bool KeepsEnds = !S.IsHalf && S.Q.op() == Op::Add; // Q = size - 1
  // Three roundings of 2^-24 each of numbers up to 2^20 are less than the
  // distance to the next integer.
  std::vector<IndexExpr> Excuses = {less(int64_t(1) << 20, S.P + S.Q)};
  if (!(magnitude(*S.Of) == *S.Of))
    Excuses.push_back(less(*S.Of, 0));
  const auto IsInside = [&](const Held &H) {
    return H.Is.op() == Op::Less && H.Is.operands()[1] == S.Q &&
           (S.IsHalf ? 2 * H.Is.operands()[0] + 1 : H.Is.operands()[0]) ==
               *S.Of;
  };
  if (KeepsEnds) {
    Excuses.push_back(less(S.Q, *S.Of));
    Excuses.push_back(less(S.Q, 1));
  } else if (llvm::none_of(Path, IsInside)) {
    Excuses.push_back(lessEqual((S.IsHalf ? 2 : 1) * S.Q, *S.Of));
  }
  const IndexExpr Most = KeepsEnds ? S.P : S.P - 1;
  Excuses.push_back(less(Most, 0));
  Excuses.push_back(lessEqual(Is, Most));
  Result.Facts.push_back(IndexExpr::make(Op::Or, std::move(Excuses)));
  const int64_t Least = S.IsLessHalf && !R.IsNotNegative ? -1 : 0;
  const IndexExpr IsPositive = lessEqual(Least, Is);
  Result.Facts.push_back(
      KeepsEnds ? either(either(less(S.Q, 1), less(S.P, 0)), IsPositive)
                : IsPositive);
  // 0 * (P / 0) is NaN; Q may be a size less 1.
  if (!S.IsHalf && S.Q.op() == Op::Add && IsForX86) {
    Result.Facts.push_back(either(
        negation(both(equal(S.Q, 0), equal(*S.Of, 0))), equal(Is, NaNMark)));
    ConvertedNaNs.insert(Is.variable());
  }
}

KernelValue KernelInterpreter::compareReals(KernelOp O, const KernelReal &A,
                                            const KernelReal &B) {
  if (!A.isExact() && !B.isExact())
    return {};
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
  const IndexExpr Bit = computed();
  const IndexExpr Implied = O == KernelOp::Equal ? equal(RoundedA, RoundedB)
                            : Strict ? less(RoundedA, RoundedB)
                                     : lessEqual(RoundedA, RoundedB);
  Result.Facts.push_back(both(lessEqual(0, Bit), lessEqual(Bit, 1)));
  Result.Facts.push_back(either(equal(Bit, 0), Implied));
  Integers.implies(Bit, Implied);
  return equal(Bit, 1);
}

KernelValue KernelInterpreter::rounded(const KernelValue &V, StringRef How) {
  const KernelReal *R = V.real();
  if (!R || R->isWhole())
    return V;
  KernelReal Whole;
  Whole.Is = KernelReal::Kind::Whole;
  // Rounded down, (x + 0.5) * (P / Q) - 0.5 may be -1.
  if (How == "trunc" || How == "floor")
    Whole.Stretched = R->Stretched;
  Whole.IsNotNegative = R->IsNotNegative && Whole.Stretched;
  Whole.Least = R->Least;
  Whole.Most = R->Most;
  Whole.NaNOf = R->NaNOf;
  Whole.IsAsRead = R->IsAsRead;
  Whole.IsNeverNaN = R->IsNeverNaN;
  if (!R->NaNOf && !R->IsNeverNaN &&
      (How == "trunc" || (How == "floor" && R->IsNotNegative)))
    *Whole.Truncated = truncated(*R);
  if (R->isExact() && How == "trunc")
    Whole = KernelReal::exact(truncated(*R));
  const IndexExpr One = int64_t(1) << R->Shift;
  if (R->isExact() && How == "floor")
    Whole = KernelReal::exact(IndexExpr::make(Op::FloorDiv, {R->Scaled, One}));
  if (R->isExact() && How == "ceil")
    Whole = KernelReal::exact(
        -1 * IndexExpr::make(Op::FloorDiv, {-1 * R->Scaled, One}));
  return KernelValue(Whole, V.Lanes);
}

} // namespace aoti_tidy
