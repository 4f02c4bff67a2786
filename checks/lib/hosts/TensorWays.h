// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORWAYS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORWAYS_H

#include "checks/lib/tensor/TensorOps.h"
#include <vector>

namespace aoti_tidy {

/// The values that an expression can have, one for each way that leads to it.
/// Empty if it may have others.
using Ways = std::vector<Value>;

/// How many ways are told apart.
constexpr unsigned MaxWays = 8;

/// Sizes, strides and the order of elements.
void forgetShape(TensorValue &T);
/// \p W, but for the shapes of tensors: 'x = at::cat({x, y})' gives a loop's
/// variable another one each time.
Ways withoutShapes(const Ways &W);

/// The values of \p A and \p B together. Lists are united element by element,
/// so the result has one way. For lists of different lengths, only the possible
/// values of an element are kept.
Ways unite(Ways A, const Ways &B);
TensorValues unite(TensorValues A, const TensorValues &B);

/// \p W, of an optional, without the ways on which it has no value.
Ways present(const Ways &W);

/// The tensor of each way; none unless all are tensors.
TensorValues tensorsOf(const Ways &W);
Ways waysOf(const TensorValues &Tensors);
/// \p W, of a tensor or a device, as a member of a struct; none if it is not
/// known.
TensorValues partOf(const Ways &W);
/// The devices of such a member.
Ways devicesOf(const Ways &Part);

/// The value of that kind that \p W surely is; null if there is none.
template <typename T> const T *only(const Ways &W) {
  return W.size() == 1 ? std::get_if<T>(&W.front()) : nullptr;
}

/// The values that the tensors of the list \p W can have; empty if one of them
/// is not known.
TensorValues elementsOf(const Ways &W);
/// A list of an unknown number of \p Each; nothing if that is empty.
Ways bagOf(TensorValues Each);

/// Calls \p Change with each tensor in \p W.
void forEachTensor(Ways &W, llvm::function_ref<void(TensorValue &)> Change);

/// The integer that \p W surely is.
inline Extent integerOf(const Ways &W) {
  const auto *Int = only<Extent>(W);
  return Int ? *Int : std::nullopt;
}

/// \p Function of each way, nothing if it gives nothing for one of them.
template <typename F> Ways mapWays(const Ways &W, F Function) {
  Ways Result;
  for (const Value &V : W) {
    Ways One = Function(V);
    Result = Result.empty() && &V == &W.front() ? std::move(One)
                                                : unite(std::move(Result), One);
    if (Result.empty())
      return Result;
  }
  return Result;
}

} // namespace aoti_tidy

#endif
