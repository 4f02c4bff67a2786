// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/tensor/OperatorCall.h"

namespace aoti_tidy {

const Value *OperatorCall::find(llvm::StringRef Parameter) const {
  for (const auto &[Name, V] : Arguments)
    if (Name == Parameter)
      return std::holds_alternative<NoValue>(V) ? nullptr : &V;
  return nullptr;
}

Extent OperatorCall::integer(llvm::StringRef Parameter, Extent Default) const {
  if (!find(Parameter))
    return Default;
  const auto *Int = get<Extent>(Parameter);
  return Int ? *Int : std::nullopt;
}

std::optional<IntList> OperatorCall::list(llvm::StringRef Parameter) const {
  if (const auto *List = get<IntList>(Parameter))
    return *List;
  if (const auto *One = get<Extent>(Parameter))
    return IntList{*One};
  return std::nullopt;
}

TensorValue OperatorCall::tensor(llvm::StringRef Parameter) const {
  const auto *T = get<TensorValue>(Parameter);
  return T ? *T : TensorValue();
}

OptionsValue OperatorCall::options() const {
  OptionsValue Result;
  if (const auto *Options = get<OptionsValue>("options"))
    Result = *Options;
  else if (find("options"))
    Result = {Setting<DeviceValue>::unknown(), Setting<DType>::unknown(),
              /*NamesLayout=*/true};
  if (find("device")) {
    const auto *Device = get<DeviceValue>("device");
    Result.Device = Device ? Setting<DeviceValue>::known(*Device)
                           : Setting<DeviceValue>::unknown();
  }
  if (find("dtype")) {
    const auto *Type = get<DType>("dtype");
    Result.Type =
        Type ? Setting<DType>::known(*Type) : Setting<DType>::unknown();
  }
  Result.NamesLayout |= find("layout") || find("memory_format");
  return Result;
}

} // namespace aoti_tidy
