// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that work on each element: what type they promote to.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {
namespace {

using Layout = TensorValue::Layout;

bool isFractional(DType T) { return isFloatingPoint(T) || isComplex(T); }

void setType(TensorValue &Result, const OperatorCall &Call,
             std::optional<DType> Type) {
  if (!Type)
    Result.Type.reset();
  else if (!Result.Type || Result.Type->Value != *Type)
    Result.Type = Call.here(*Type);
}

TensorValue unary(const OperatorCall &Call) {
  TensorValue Result = Call.tensor("self");
  layOutLike(Result, Result);
  return Result;
}

/// sqrt, exp: of integers the default type.
TensorValue unaryFloat(const OperatorCall &Call) {
  TensorValue Result = unary(Call);
  if (Result.Type && !isFractional(Result.Type->Value))
    setType(Result, Call, Call.DefaultType);
  return Result;
}

/// clamp: with a bound of another kind, another type.
TensorValue clamp(const OperatorCall &Call) {
  TensorValue Result = unary(Call);
  if (Result.Type && !isFractional(Result.Type->Value))
    Result.Type.reset();
  return Result;
}

/// The type of \p Tensor combined with a number: one of a higher kind
/// (bool < integer < fraction) wins, with its default type.
std::optional<DType> promote(const OperatorCall &Call, DType Tensor,
                             const Value &Number) {
  if (isFractional(Tensor))
    return Tensor;
  if (std::holds_alternative<RealValue>(Number))
    return Call.DefaultType;
  if (std::holds_alternative<Extent>(Number))
    return Tensor == DType::Bool ? DType::Long : Tensor;
  if (std::holds_alternative<bool>(Number))
    return Tensor;
  return std::nullopt;
}

/// Shape and device of two tensors combined.
TensorValue broadcast(const TensorValue &A, const TensorValue &B) {
  TensorValue Result;
  if (A.Device && B.Device && A.Device->Value == B.Device->Value)
    Result.Device = A.Device;
  const bool SameSizes = A.Sizes && B.Sizes &&
                         A.Sizes->Value == B.Sizes->Value &&
                         !llvm::is_contained(A.Sizes->Value, Extent());
  if (!SameSizes)
    return Result;
  Result.Sizes = A.Sizes;
  if (A.Order.Value == Layout::Contiguous &&
      B.Order.Value == Layout::Contiguous)
    Result.Order = A.Order;
  return Result;
}

/// The tensor that \p Call combines with a number, and the number. Nothing if
/// the other operand is, or may be, a tensor as well.
std::optional<std::pair<const TensorValue *, const Value *>>
tensorAndNumber(const OperatorCall &Call) {
  const Value *Self = Call.find("self");
  const Value *Other = Call.find("other");
  if (!Self || !Other)
    return std::nullopt;
  if (!std::holds_alternative<TensorValue>(*Self))
    std::swap(Self, Other);
  const auto *T = std::get_if<TensorValue>(Self);
  const bool IsNumber = std::holds_alternative<Extent>(*Other) ||
                        std::holds_alternative<RealValue>(*Other) ||
                        std::holds_alternative<bool>(*Other);
  return T && IsNumber ? std::optional(std::pair(T, Other)) : std::nullopt;
}

/// Without the type: the shape and device of what \p Call works on.
TensorValue binaryShape(const OperatorCall &Call) {
  if (const auto Operands = tensorAndNumber(Call)) {
    TensorValue Result = *Operands->first;
    layOutLike(Result, Result);
    return Result;
  }
  return broadcast(Call.tensor("self"), Call.tensor("other"));
}

std::optional<DType> binaryType(const OperatorCall &Call) {
  if (const auto Operands = tensorAndNumber(Call)) {
    const auto &Type = Operands->first->Type;
    return Type ? promote(Call, Type->Value, *Operands->second) : std::nullopt;
  }
  const auto Self = Call.tensor("self").Type;
  const auto Other = Call.tensor("other").Type;
  return Self && Other && Self->Value == Other->Value
             ? std::optional(Self->Value)
             : std::nullopt;
}

TensorValue binary(const OperatorCall &Call) {
  TensorValue Result = binaryShape(Call);
  setType(Result, Call, binaryType(Call));
  return Result;
}

TensorValue divide(const OperatorCall &Call) {
  TensorValue Result = binaryShape(Call);
  auto Type = binaryType(Call);
  if (Call.find("rounding_mode"))
    Type.reset();
  else if (Type && !isFractional(*Type))
    Type = Call.DefaultType;
  setType(Result, Call, Type);
  return Result;
}

TensorValue compare(const OperatorCall &Call) {
  TensorValue Result = binaryShape(Call);
  setType(Result, Call, DType::Bool);
  return Result;
}

} // namespace

Operator findArithmetic(llvm::StringRef Name) {
  return llvm::StringSwitch<Operator>(Name)
      .Cases({"abs", "neg", "relu", "ceil", "floor", "round", "tril", "triu",
              "bernoulli"},
             unary)
      .Cases({"sqrt", "rsqrt", "exp", "log", "sigmoid", "tanh", "sin", "cos",
              "reciprocal"},
             unaryFloat)
      .Cases({"clamp", "clip", "clamp_min", "clamp_max"}, clamp)
      .Cases({"add", "sub", "mul", "subtract", "multiply"}, binary)
      .Cases({"div", "divide", "true_divide"}, divide)
      .Cases({"eq", "ne", "lt", "le", "gt", "ge"}, compare)
      .Default(nullptr);
}

} // namespace aoti_tidy
