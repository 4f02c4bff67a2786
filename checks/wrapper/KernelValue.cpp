// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/wrapper/KernelValue.h"
#include "llvm/Support/MathExtras.h"

namespace aoti_tidy {

const IndexExpr &lane() {
  static const IndexExpr Lane =
      IndexExpr::variable({"lane", VariableKind::Loop});
  return Lane;
}

KernelValue KernelValue::inLane(const IndexExpr &At) const {
  KernelValue Element = *this;
  Element.Lanes = 0;
  if (const auto Of = expr())
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

/// A & B where one has all bits up to some and no other: the rest of a division
/// by a power of two, for negative numbers too.
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
    return equal(A, B);
  case KernelOp::And:
    return Conditions ? both(A, B) : masked(A, B);
  case KernelOp::Or:
    return Conditions ? std::optional(either(A, B)) : std::nullopt;
  case KernelOp::Xor:
    return Conditions ? std::optional(negation(equal(A, B))) : std::nullopt;
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

std::optional<IndexExpr> combinedExactly(KernelOp O, const KernelReal &A,
                                         const KernelReal &B) {
  if (!A.isExact() || !B.isExact())
    return std::nullopt;
  switch (O) {
  case KernelOp::Add:
  case KernelOp::Sub:
  case KernelOp::Mul:
  case KernelOp::Less:
  case KernelOp::LessEqual:
  case KernelOp::Equal:
  case KernelOp::Min:
  case KernelOp::Max:
    return combined(O, **A.Truncated, **B.Truncated);
  default:
    return std::nullopt;
  }
}

} // namespace aoti_tidy
