// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_FUNCTIONRECORD_H
#define AOTI_TIDY_DRIVER_CXX_FUNCTIONRECORD_H

#include "checks/lib/hosts/FunctionFacts.h"
#include "driver/base/Record.h"

/// Records of what files say of functions.
namespace aoti_tidy {

template <typename Record> void fields(Record &, UnknownValue &) {}
template <typename Record> void fields(Record &, NoValue &) {}
template <typename Record> void fields(Record &, RealValue &) {}

template <typename Record> void fields(Record &R, DeviceValue &X) {
  auto &[Type, IndexKind, IndexValue, Variable] = X;
  R(Type, IndexKind, IndexValue, Variable);
}

template <typename Record, typename T> void fields(Record &R, Known<T> &X) {
  auto &[Value, From] = X;
  R(Value, From);
}

template <typename Record, typename T> void fields(Record &R, Setting<T> &X) {
  auto &[Given, Value] = X;
  R(Given, Value);
}

template <typename Record> void fields(Record &R, OptionsValue &X) {
  auto &[Device, Type, NamesLayout] = X;
  R(Device, Type, NamesLayout);
}

template <typename Record> void fields(Record &R, DataValue &X) {
  auto &[Sizes, Type] = X;
  R(Sizes, Type);
}

template <typename Record> void fields(Record &R, TensorValue &X) {
  auto &[Device, Type, Sizes, Order, Strides, IsUndefined] = X;
  R(Device, Type, Sizes, Order, Strides, IsUndefined);
}

/// As a list of pairs.
template <typename Record, typename Key, typename T>
void mapFields(Record &R, std::map<Key, T> &X) {
  std::vector<std::pair<Key, T>> All(X.begin(), X.end());
  R(All);
  if constexpr (Record::IsReader)
    X = {All.begin(), All.end()};
}

template <typename Record, typename T> void fields(Record &R, std::set<T> &X) {
  std::vector<T> All(X.begin(), X.end());
  R(All);
  if constexpr (Record::IsReader)
    X = {All.begin(), All.end()};
}

template <typename Record> void fields(Record &R, TensorBag &X) { R(X.Each); }

template <size_t I, typename Record>
void fieldsOfAlternative(Record &R, Value &X, size_t Index) {
  if constexpr (I < std::variant_size_v<Value>) {
    if (Index != I)
      return fieldsOfAlternative<I + 1>(R, X, Index);
    if constexpr (Record::IsReader)
      X.template emplace<I>();
    R(std::get<I>(X));
  } else if constexpr (Record::IsReader) {
    R.fail();
  }
}

template <typename Record> void fields(Record &R, Value &X) {
  size_t Index = X.index();
  R(Index);
  fieldsOfAlternative<0>(R, X, Index);
}

template <typename Record> void fields(Record &R, FunctionFacts::Origin &X) {
  auto &[File, Offset, IsMethod, IsRun] = X;
  R(File, Offset, IsMethod, IsRun);
}

template <typename Record>
void fields(Record &R, FunctionFacts::ConstantFact &X) {
  auto &[K, Value, Of, Mention] = X;
  bool IsText = std::holds_alternative<std::string>(Value);
  R(K, IsText, Of, Mention);
  if constexpr (Record::IsReader)
    Value = IsText ? FunctionFacts::Constant(std::string()) : 0;
  if (IsText)
    R(std::get<std::string>(Value));
  else
    R(std::get<int64_t>(Value));
}

template <typename Record> void fields(Record &R, FunctionFacts &X) {
  auto &[Origins, Returns, Arguments, Defined, Constants, Wanted, IsCollected] =
      X;
  R(Origins);
  mapFields(R, Returns);
  mapFields(R, Arguments);
  mapFields(R, Constants);
  R(Defined, Wanted);
  R(IsCollected);
}

} // namespace aoti_tidy

#endif
