// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TENSOR_OPERATORCALL_H
#define AOTI_TIDY_CHECKS_LIB_TENSOR_OPERATORCALL_H

#include "checks/lib/tensor/TensorValue.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <utility>
#include <variant>

namespace aoti_tidy {

struct UnknownValue {
  friend bool operator==(UnknownValue, UnknownValue) = default;
};

struct NoValue {
  friend bool operator==(NoValue, NoValue) = default;
};

/// A number with a fraction; no result depends on its value.
struct RealValue {
  friend bool operator==(RealValue, RealValue) = default;
};

using IntList = std::vector<Extent>;

/// The numbers of a tensor: [[1, 2], [3, 4]].
struct DataValue {
  std::optional<IntList> Sizes;
  std::optional<DType> Type;

  friend bool operator==(const DataValue &, const DataValue &) = default;
};

template <typename T> struct Setting {
  bool Given = false;
  std::optional<T> Value; ///< nothing: given, but not known

  static Setting known(T V) { return {true, std::move(V)}; }
  static Setting unknown() { return {true, std::nullopt}; }

  friend bool operator==(const Setting &, const Setting &) = default;
};

/// at::TensorOptions
struct OptionsValue {
  Setting<DeviceValue> Device;
  Setting<DType> Type;
  bool NamesLayout = false;

  friend bool operator==(const OptionsValue &, const OptionsValue &) = default;
};

using TensorList = std::vector<TensorValues>;

/// A list of unknown length: each tensor is one of these.
struct TensorBag {
  TensorValues Each;

  friend bool operator==(const TensorBag &, const TensorBag &) = default;
};

/// An operator's argument. Extent is an integer.
using Value = std::variant<UnknownValue, NoValue, bool, Extent, RealValue,
                           IntList, DType, DeviceValue, OptionsValue, DataValue,
                           TensorValue, TensorList, TensorBag>;

/// A call of an ATen operator, or of a factory in torch of Python or C++ with
/// the same name and parameters.
struct OperatorCall {
  llvm::StringRef Name;
  /// By the schema's parameter, "self" for the object of a method; "options"
  /// for dtype, layout, device and pin_memory. Defaults may be absent.
  llvm::SmallVector<std::pair<llvm::StringRef, Value>, 6> Arguments;
  Place Where = 0;
  /// The default dtype of factories; nothing if the program may have set it.
  std::optional<DType> DefaultType = DType::Float;

  const Value *find(llvm::StringRef Parameter) const;
  /// As find(); null for another kind, too.
  template <typename T> const T *get(llvm::StringRef Parameter) const {
    const Value *V = find(Parameter);
    return V ? std::get_if<T>(V) : nullptr;
  }
  Extent integer(llvm::StringRef Parameter, Extent Default = {}) const;
  /// The sizes of a list of integers, or of the number that stands for it.
  std::optional<IntList> list(llvm::StringRef Parameter) const;
  TensorValue tensor(llvm::StringRef Parameter) const;
  /// The options that the arguments dtype, layout, device and options make
  /// together.
  OptionsValue options() const;

  template <typename T> Known<T> here(T V) const {
    return {std::move(V), Where};
  }
};

} // namespace aoti_tidy

#endif
