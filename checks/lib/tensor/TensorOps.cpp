// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/tensor/TensorOps.h"
#include "checks/lib/tensor/TensorOpTables.h"
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

TensorValue evaluate(const OperatorCall &Call) {
  for (auto *Find : {findFactory, findMove, findView, findCopy, findArithmetic})
    if (const Operator Op = Find(Call.Name))
      return Op(Call);
  if (const Operator Op = findFollower(Call.Name)) {
    TensorValue Result = Op(Call);
    if (const auto Sizes = Result.Sizes ? std::nullopt : shapeOf(Call))
      Result.Sizes = Call.here(*Sizes);
    return Result;
  }
  if (keepsMetadata(Call.Name))
    return Call.tensor("self");
  return {};
}

bool keepsMetadata(llvm::StringRef InPlaceOperator) {
  // clang-format off
  static constexpr llvm::StringLiteral Names[] = {
      "abs_", "add_", "bernoulli_", "ceil_", "clamp_", "clamp_max_",
      "clamp_min_", "clip_", "copy_", "cos_", "detach_", "div_", "exp_",
      "exponential_", "fill_", "floor_", "floor_divide_", "index_copy_",
      "index_fill_", "index_put_", "log_", "log_normal_", "masked_fill_",
      "masked_scatter_", "mul_", "neg_", "normal_", "pow_", "random_",
      "reciprocal_", "relu_", "remainder_", "requires_grad_", "round_",
      "rsqrt_", "scatter_", "scatter_add_", "set_requires_grad", "sigmoid_",
      "sin_", "sqrt_", "sub_", "tanh_", "tril_", "triu_", "uniform_", "zero_",
  };
  // clang-format on
  return llvm::is_contained(Names, InPlaceOperator);
}

std::optional<DeviceValue> parseDevice(llvm::StringRef Text) {
  const auto Name = DeviceName::parse(Text);
  if (!Name)
    return std::nullopt;
  DeviceValue Device{Name->Type.str()};
  if (Name->Index) {
    Device.IndexKind = DeviceValue::Index::Literal;
    Device.IndexValue = *Name->Index;
  }
  return Device;
}

bool isFloatingPoint(DType T) {
  switch (T) {
  case DType::Half:
  case DType::Float:
  case DType::Double:
  case DType::BFloat16:
  case DType::Float8_e5m2:
  case DType::Float8_e4m3fn:
  case DType::Float8_e5m2fnuz:
  case DType::Float8_e4m3fnuz:
  case DType::Float8_e8m0fnu:
    return true;
  default:
    return false;
  }
}

bool isComplex(DType T) {
  return T == DType::ComplexHalf || T == DType::ComplexFloat ||
         T == DType::ComplexDouble;
}

} // namespace aoti_tidy
