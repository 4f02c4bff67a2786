// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/tensor/TensorOps.h"
#include "checks/lib/tensor/TensorOpTables.h"
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

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

std::vector<TensorValue> evaluateAll(const OperatorCall &Call, unsigned Count) {
  std::vector<TensorValue> Results(Count, evaluate(Call));
  // (values, indices)
  if (Count == 2 &&
      llvm::is_contained({"max", "min", "sort", "topk", "kthvalue", "median",
                          "mode", "cummax", "cummin"},
                         Call.Name))
    Results[1].Type = Call.here(DType::Long);
  else if (Count > 1 && !llvm::is_contained({"aminmax"}, Call.Name))
    for (TensorValue &Each : llvm::drop_begin(Results))
      Each.Type.reset();
  return Results;
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

} // namespace aoti_tidy
