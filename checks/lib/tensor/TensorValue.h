// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TENSOR_TENSORVALUE_H
#define AOTI_TIDY_CHECKS_LIB_TENSOR_TENSORVALUE_H

#include "checks/lib/torch/TensorType.h"
#include <cstdint>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A place that a front end can find again: a SourceLocation, an offset.
using Place = uint64_t;

struct DeviceValue {
  /// "cpu", "cuda"; empty if only known at run time.
  std::string Type;
  enum class Index {
    None, ///< the current device of that type
    Literal,
    AtRunTime, ///< the program finds it out
  } IndexKind = Index::None;
  int64_t IndexValue = 0; ///< if literal
  /// The variable (member, parameter) that holds the device; 0: none.
  uint64_t Variable = 0;

  friend bool operator==(const DeviceValue &, const DeviceValue &) = default;
};

template <typename T> struct Known {
  T Value;
  Place From = 0;

  friend bool operator==(const Known &, const Known &) = default;
};

using Extent = std::optional<int64_t>;

/// The certain facts of a tensor by the source, in any language; the rest is
/// empty.
struct TensorValue {
  std::optional<Known<DeviceValue>> Device;
  std::optional<Known<DType>> Type;
  std::optional<Known<std::vector<Extent>>> Sizes;
  /// The place is what made it so.
  enum class Layout {
    Unknown,
    Contiguous, ///< row-major, dense
    Strided,    ///< surely not contiguous if all sizes are above 1
  };
  Known<Layout> Order = {Layout::Unknown};
  /// In elements, if Order is Strided and they are known.
  std::vector<Extent> Strides;
  /// at::Tensor(), which only gets replaced: it is dropped where it meets
  /// another value.
  bool IsUndefined = false;

  friend bool operator==(const TensorValue &, const TensorValue &) = default;
};

/// The values of a tensor by path; empty: nothing is known. A property holds if
/// every value has it.
using TensorValues = std::vector<TensorValue>;

} // namespace aoti_tidy

#endif
