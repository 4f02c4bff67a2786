// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of TensorOps.cpp: one family of operators each.
#ifndef AOTI_TIDY_CHECKS_LIB_TENSOR_TENSOROPTABLES_H
#define AOTI_TIDY_CHECKS_LIB_TENSOR_TENSOROPTABLES_H

#include "checks/lib/tensor/TensorOps.h"

namespace aoti_tidy {

using Operator = TensorValue (*)(const OperatorCall &);

/// Null if the operator is not of the family.
Operator findFactory(llvm::StringRef Name);
Operator findMove(llvm::StringRef Name); ///< of device or type: to, half
Operator findView(llvm::StringRef Name); ///< transpose, reshape
Operator findCopy(llvm::StringRef Name); ///< to another shape: cat, repeat
Operator findArithmetic(llvm::StringRef Name);
Operator findFollower(llvm::StringRef Name); ///< without its shape: softmax

/// Where the result of an operator on each element is: single numbers on the CPU
/// may be among the operands on another device. \p MayBeMore: there may be
/// operands of which nothing is known.
std::optional<Known<DeviceValue>>
deviceOfElements(llvm::ArrayRef<const TensorValue *> Operands, bool MayBeMore);

/// \p Result with the shape of what \p Call leaves of 'self' along 'dim': without
/// one a single number.
TensorValue reducedShape(const OperatorCall &Call, TensorValue Result);

/// The sizes that \p A and \p B are both stretched to. Nothing if a rank is
/// not known.
std::optional<IntList> broadcastSizes(const TensorValue &A,
                                      const TensorValue &B);

/// The sizes of what an operator of findFollower() returns, one of its results if
/// it has several; nothing if not known.
std::optional<IntList> shapeOf(const OperatorCall &Call);

/// Nothing if a factor is not known or the product is absurd.
Extent multiply(Extent A, Extent B);
Extent product(llvm::ArrayRef<Extent> Sizes);

/// \p Dim from the end if negative; nothing if there is no such dimension.
std::optional<unsigned> wrap(Extent Dim, size_t Rank);

/// Device and type of \p T, whatever its shape.
TensorValue unshaped(TensorValue T);

/// The strides of a row-major tensor, as far as its sizes are known.
IntList contiguousStrides(const IntList &Sizes);

/// How a tensor like \p T lies that an operator allocates anew and that keeps
/// the order of dimensions, as clone() does (torch.preserve_format).
void layOutLike(TensorValue &Result, const TensorValue &T);

} // namespace aoti_tidy

#endif
