// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORWAYS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORWAYS_H

#include "checks/lib/tensor/TensorOps.h"
#include <vector>

namespace aoti_tidy {

/// What an expression can be: one value for each way that leads to it. Empty:
/// not known.
using Ways = std::vector<Value>;

/// More ways than these are not worth telling apart.
constexpr unsigned MaxWays = 8;

/// Sizes, strides and the order of elements.
void forgetShape(TensorValue &T);
/// \p W, but for the shapes of tensors: 'x = at::cat({x, y})' gives a loop's
/// variable another one each time.
Ways withoutShapes(const Ways &W);

/// What is either \p A or \p B. Lists are united element by element: one of
/// them never has several ways. Of lists of different lengths, the end may
/// be missing; where that may be much, what their elements are is known, and no
/// longer how many.
Ways unite(Ways A, const Ways &B);
TensorValues unite(TensorValues A, const TensorValues &B);

/// What \p W, of an optional, is where it has a value.
Ways present(const Ways &W);

/// The tensor of each way; none unless all are tensors.
TensorValues tensorsOf(const Ways &W);
Ways waysOf(const TensorValues &Tensors);
/// What \p W makes of a member of a struct, a tensor or a device; none if it is not
/// known.
TensorValues partOf(const Ways &W);
/// The devices of such a member.
Ways devicesOf(const Ways &Part);

/// The value of that kind that \p W surely is; null if there is none.
template <typename T> const T *only(const Ways &W) {
  return W.size() == 1 ? std::get_if<T>(&W.front()) : nullptr;
}

/// What each tensor of the list \p W can be; empty if that is not known of all
/// of them.
TensorValues elementsOf(const Ways &W);
/// A list of an unknown number of \p Each; nothing if that is empty.
Ways bagOf(TensorValues Each);

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
