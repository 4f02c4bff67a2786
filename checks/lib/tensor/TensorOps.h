// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TENSOR_TENSOROPS_H
#define AOTI_TIDY_CHECKS_LIB_TENSOR_TENSOROPS_H

#include "checks/lib/tensor/TensorValue.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <utility>
#include <variant>

namespace aoti_tidy {

/// The source gives a value, but does not say which.
struct UnknownValue {
  friend bool operator==(UnknownValue, UnknownValue) = default;
};

/// None, std::nullopt: as if the argument were not there.
struct NoValue {
  friend bool operator==(NoValue, NoValue) = default;
};

/// A number with a fraction; no operator's result depends on which.
struct RealValue {
  friend bool operator==(RealValue, RealValue) = default;
};

using IntList = std::vector<Extent>;

/// The numbers that a tensor is made of: [[1, 2], [3, 4]].
struct DataValue {
  std::optional<IntList> Sizes;
  /// Of the numbers as they are written.
  std::optional<DType> Type;

  friend bool operator==(const DataValue &, const DataValue &) = default;
};

/// An option that may be left out: then the operator has a default.
template <typename T> struct Setting {
  bool Given = false;
  std::optional<T> Value; ///< nothing: given, but only known at run time

  static Setting known(T V) { return {true, std::move(V)}; }
  static Setting unknown() { return {true, std::nullopt}; }

  friend bool operator==(const Setting &, const Setting &) = default;
};

/// at::TensorOptions
struct OptionsValue {
  Setting<DeviceValue> Device;
  Setting<DType> Type;
  /// A layout or memory format is named: how elements lie is not followed.
  bool NamesLayout = false;

  friend bool operator==(const OptionsValue &, const OptionsValue &) = default;
};

/// What each tensor of a list can be; their number is known.
using TensorList = std::vector<TensorValues>;

/// A list of tensors whose number is not known: each is one of these.
struct TensorBag {
  TensorValues Each;
  /// Those that are known by their positions: what they are set to.
  std::map<int64_t, TensorValues> Set = {};
  /// Of a list with an end that may be missing, 'if (has_mask)
  /// inputs.push_back(mask);': how many there are at least and at most. Set has
  /// them all, and Each is empty if nothing is known of one of them. Else 0.
  size_t Fewest = 0, Most = 0;

  friend bool operator==(const TensorBag &, const TensorBag &) = default;
};

/// Tensors by constant keys. One whose key is not there was never set by it.
struct TensorMap {
  std::map<std::string, TensorValues> ByKey;
  /// What was set by keys that are not known, whichever they are; nothing if none
  /// was.
  std::optional<TensorValues> ByAnyKey = std::nullopt;

  friend bool operator==(const TensorMap &, const TensorMap &) = default;
};

/// What an operator's argument is. Extent is an integer.
using Value = std::variant<UnknownValue, NoValue, bool, Extent, RealValue,
                           IntList, DType, DeviceValue, OptionsValue, DataValue,
                           TensorValue, TensorList, TensorBag, TensorMap>;

/// A call of an operator of ATen, or of a factory of Python's torch or C++'s
/// that goes by the same name and parameters.
struct OperatorCall {
  /// Without namespace, overload and "_symint": "transpose".
  llvm::StringRef Name;
  /// By the parameter's name in the schema, "self" for the object of a method.
  /// "options" stands for dtype, layout, device and pin_memory. Those that are
  /// defaulted may be absent.
  llvm::SmallVector<std::pair<llvm::StringRef, Value>, 6> Arguments;
  /// Where properties that the operator gives come from.
  Place Where = 0;
  /// What a factory makes of no dtype; nothing if the program may have set it.
  std::optional<DType> DefaultType = DType::Float;

  /// The argument for that parameter; null if absent or none.
  const Value *find(llvm::StringRef Parameter) const;
  /// As find(), null as well if it is of another kind.
  template <typename T> const T *get(llvm::StringRef Parameter) const {
    const Value *V = find(Parameter);
    return V ? std::get_if<T>(V) : nullptr;
  }
  /// The integer; \p Default if absent; nothing if not known.
  Extent integer(llvm::StringRef Parameter, Extent Default = {}) const;
  /// The sizes of a list of integers, of which a single one is written as a
  /// number too; nothing if their number is not known.
  std::optional<IntList> list(llvm::StringRef Parameter) const;
  /// The tensor, or one of which nothing is known.
  TensorValue tensor(llvm::StringRef Parameter) const;
  /// What the arguments dtype, layout, device and options ask for together.
  OptionsValue options() const;

  template <typename T> Known<T> here(T V) const {
    return {std::move(V), Where};
  }
};

/// The tensor that the call results in. Of an operator that is not modelled,
/// nothing is known.
TensorValue evaluate(const OperatorCall &Call);
/// The \p Count tensors that it results in: max(dim), topk. Shapes are unknown.
std::vector<TensorValue> evaluateAll(const OperatorCall &Call, unsigned Count);

/// Whether the operator, which works on its object in place, leaves its
/// device, type, sizes and strides as they are: "zero_", "add_".
bool keepsMetadata(llvm::StringRef InPlaceOperator);

/// "cuda", "cuda:1"; nothing for what torch does not take for a device.
std::optional<DeviceValue> parseDevice(llvm::StringRef Text);

bool isFloatingPoint(DType T);
bool isComplex(DType T);

} // namespace aoti_tidy

#endif
