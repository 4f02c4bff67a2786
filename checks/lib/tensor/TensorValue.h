// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TENSOR_TENSORVALUE_H
#define AOTI_TIDY_CHECKS_LIB_TENSOR_TENSORVALUE_H

#include "checks/lib/torch/TensorType.h"
#include <cstdint>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A place in the source that a front end can find again: a raw
/// SourceLocation, an offset.
using Place = uint64_t;

/// A device that the source names.
struct DeviceValue {
  /// "cpu", "cuda"; empty if only known at run time: then Variable says where
  /// it comes from.
  std::string Type;
  enum class Index {
    None, ///< the current device of that type
    Literal,
    AtRunTime, ///< the program finds it out
    Unknown,   ///< any of the others: other files can tell
  } IndexKind = Index::None;
  int64_t IndexValue = 0; ///< if literal
  /// Tells variables (members, parameters) that hold a device apart; 0 if the
  /// device is not taken from one.
  uint64_t Variable = 0;

  friend bool operator==(const DeviceValue &, const DeviceValue &) = default;
};

/// A property of a tensor and the place that gives it.
template <typename T> struct Known {
  T Value;
  Place From = 0;

  friend bool operator==(const Known &, const Known &) = default;
};

/// A size or stride; nothing if only known at run time.
using Extent = std::optional<int64_t>;

/// What the source alone says of a tensor. Whatever is not surely known is
/// nothing. Independent of the language the source is in.
struct TensorValue {
  std::optional<Known<DeviceValue>> Device;
  std::optional<Known<DType>> Type;
  /// Nothing if the rank is not known.
  std::optional<Known<std::vector<Extent>>> Sizes;
  /// How its elements lie. The place is what made it so.
  enum class Layout {
    Unknown,
    Contiguous, ///< row-major, dense
    Strided,    ///< surely not contiguous if all sizes are above 1
  };
  Known<Layout> Order = {Layout::Unknown};
  /// In elements, if Order is Strided and they are known; as many as Sizes.
  std::vector<Extent> Strides;
  /// at::Tensor(): there only to be replaced, since no operator takes it. It is
  /// left out where it meets another value.
  bool IsUndefined = false;

  friend bool operator==(const TensorValue &, const TensorValue &) = default;
};

/// What a tensor is on the ways that lead to a place: one value per way. Empty:
/// nothing is known. A property holds if every value has it.
using TensorValues = std::vector<TensorValue>;

} // namespace aoti_tidy

#endif
