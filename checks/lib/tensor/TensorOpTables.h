// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of operators that TensorOps.cpp looks a name up in.
#ifndef AOTI_TIDY_CHECKS_LIB_TENSOR_TENSOROPTABLES_H
#define AOTI_TIDY_CHECKS_LIB_TENSOR_TENSOROPTABLES_H

#include "checks/lib/tensor/OperatorCall.h"

namespace aoti_tidy {

using Operator = TensorValue (*)(const OperatorCall &);

/// The argument of that kind; nothing for another kind, too.
template <typename T>
std::optional<T> valueOf(const OperatorCall &Call, llvm::StringRef Parameter) {
  const T *V = Call.get<T>(Parameter);
  return V ? std::optional(*V) : std::nullopt;
}

template <typename T>
std::optional<Known<T>> hereIfKnown(const OperatorCall &Call,
                                    std::optional<T> V) {
  return V ? std::optional(Call.here(std::move(*V))) : std::nullopt;
}

Operator findFactory(llvm::StringRef Name);
Operator findMove(llvm::StringRef Name); ///< of device or type: to, half
Operator findView(llvm::StringRef Name); ///< transpose, reshape
Operator findCopy(llvm::StringRef Name); ///< to another shape: cat, repeat
Operator findArithmetic(llvm::StringRef Name);
Operator findFollower(llvm::StringRef Name); ///< without its shape: softmax

/// Where the result of an elementwise operator is: single numbers on the CPU
/// may be among operands on another device. \p MayBeMore: operands may be
/// unknown.
std::optional<Known<DeviceValue>>
deviceOfElements(llvm::ArrayRef<const TensorValue *> Operands, bool MayBeMore);

/// \p Result with the shape that \p Call leaves of 'self' along 'dim'; a single
/// number without it.
TensorValue reducedShape(const OperatorCall &Call, TensorValue Result);

IntList broadcastSizes(const IntList &A, const IntList &B);

/// The sizes of a result of an operator of findFollower().
std::optional<IntList> shapeOf(const OperatorCall &Call);

/// Nothing if a factor is not known, or the product is absurd.
Extent multiply(Extent A, Extent B);
Extent product(llvm::ArrayRef<Extent> Sizes);

/// \p Dim, from the end if negative; nothing if out of range.
std::optional<unsigned> wrap(Extent Dim, size_t Rank);

/// The argument 'dim', one of \p T's dimensions.
std::optional<unsigned> dimOf(const OperatorCall &Call, const TensorValue &T,
                              Extent Default = {});

TensorValue unshaped(TensorValue T);

IntList contiguousStrides(const IntList &Sizes);

/// Strides of what an operator allocates like \p T (torch.preserve_format).
void layOutLike(TensorValue &Result, const TensorValue &T);

} // namespace aoti_tidy

#endif
