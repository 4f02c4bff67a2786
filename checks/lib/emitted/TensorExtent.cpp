// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/TensorExtent.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

bool isSameProduct(const IndexExpr &A, const IndexExpr &B) {
  if (A == B)
    return true;
  if (A.op() != Op::Mul || B.op() != Op::Mul)
    return false;
  const ArrayRef<IndexExpr> L = A.operands(), R = B.operands();
  return L.size() == R.size() &&
         std::is_permutation(L.begin(), L.end(), R.begin());
}

/// Whether the dimensions, in some order, lie in each other without gaps.
bool isDense(ArrayRef<IndexExpr> Sizes, ArrayRef<IndexExpr> Strides) {
  llvm::SmallVector<size_t, 8> Left;
  for (size_t Dim = 0; Dim < Sizes.size(); ++Dim)
    if (!(Sizes[Dim] == IndexExpr(1)))
      Left.push_back(Dim);
  IndexExpr Expected = 1;
  while (!Left.empty()) {
    const auto *Next = llvm::find_if(Left, [&](size_t Dim) {
      return isSameProduct(Strides[Dim], Expected);
    });
    if (Next == Left.end())
      return false;
    Expected = Sizes[*Next] * Expected;
    Left.erase(Next);
  }
  return true;
}

} // namespace

IndexExpr tensorExtent(ArrayRef<IndexExpr> Sizes, ArrayRef<IndexExpr> Strides) {
  if (isDense(Sizes, Strides))
    return IndexExpr::make(Op::Mul, Sizes.vec());
  IndexExpr IsEmpty = negation(IndexExpr::always()), Last = 0;
  for (const auto &[Size, Stride] : llvm::zip_equal(Sizes, Strides)) {
    IsEmpty = either(IsEmpty, equal(Size, 0));
    Last = Last + (Size - 1) * Stride;
  }
  return IndexExpr::make(Op::Select, {IsEmpty, 0, Last + 1});
}

} // namespace aoti_tidy
