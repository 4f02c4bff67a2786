// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that a kernel computes in floating point: rows and columns of
// interpolation.
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
  if (How == "trunc" || (How == "floor" && R->IsNotNegative))
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
