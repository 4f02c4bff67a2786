// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise operators and their type promotion.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {
namespace {

using Layout = TensorValue::Layout;

bool isFractional(DType T) { return isFloatingPoint(T) || isComplex(T); }

DType partType(DType Complex) {
  return Complex == DType::ComplexHalf    ? DType::Half
         : Complex == DType::ComplexFloat ? DType::Float
                                          : DType::Double;
}

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

TensorValue absolute(const OperatorCall &Call) {
  TensorValue Result = unary(Call);
  if (Result.Type && isComplex(Result.Type->Value))
    setType(Result, Call, partType(Result.Type->Value));
  return Result;
}

/// sqrt, exp: of integers the default type.
TensorValue unaryFloat(const OperatorCall &Call) {
  TensorValue Result = unary(Call);
  if (Result.Type && !isFractional(Result.Type->Value))
    setType(Result, Call, Call.DefaultType);
  return Result;
}

/// A bound of another kind changes the type.
TensorValue clamp(const OperatorCall &Call) {
  TensorValue Result = unary(Call);
  if (Result.Type && !isFractional(Result.Type->Value))
    Result.Type.reset();
  return Result;
}

/// The type of \p Tensor combined with a number: the higher kind (bool <
/// integer < fraction) wins, with its default type.
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

std::optional<DType> wider(llvm::ArrayRef<DType> Order, DType A, DType B) {
  const auto *First = llvm::find(Order, A), *Second = llvm::find(Order, B);
  if (First == Order.end() || Second == Order.end())
    return std::nullopt;
  return *std::max(First, Second);
}

std::optional<DType> promoteAlike(DType A, DType B) {
  using enum DType;
  if ((A == Half && B == BFloat16) || (A == BFloat16 && B == Half))
    return Float;
  if ((A == Byte && B == Char) || (A == Char && B == Byte))
    return Short;
  static constexpr DType Orders[][4] = {{Half, Half, Float, Double},
                                        {BFloat16, BFloat16, Float, Double},
                                        {Char, Short, Int, Long},
                                        {Byte, Short, Int, Long}};
  for (llvm::ArrayRef<DType> Order : Orders)
    if (const auto Found = wider(Order, A, B))
      return Found;
  return std::nullopt;
}

/// c10::promoteTypes(); nothing for types that torch, or older torch, does not
/// combine.
std::optional<DType> promote(DType A, DType B) {
  if (A == B)
    return A;
  for (DType T : {A, B})
    if (isFloatingPoint(T) && elementSize(T) == 1)
      return std::nullopt;
  const auto KindOf = [](DType T) {
    return T == DType::Bool ? 0 : isComplex(T) ? 3 : isFloatingPoint(T) ? 2 : 1;
  };
  if (KindOf(A) < KindOf(B))
    std::swap(A, B);
  if (!isComplex(A))
    return KindOf(A) > KindOf(B) ? std::optional(A) : promoteAlike(A, B);
  if (!isFractional(B))
    return A;
  const auto Part = promote(partType(A), isComplex(B) ? partType(B) : B);
  return Part == DType::Float    ? std::optional(DType::ComplexFloat)
         : Part == DType::Double ? std::optional(DType::ComplexDouble)
                                 : std::nullopt;
}

/// Whether \p T has at most one dimension of several elements: then the other
/// operand's strides decide.
bool hasNoOrder(const TensorValue &T) {
  return llvm::count_if(T.Sizes->Value,
                        [](Extent Size) { return Size != 1; }) <= 1;
}

TensorValue broadcast(const OperatorCall &Call, const TensorValue &A,
                      const TensorValue &B) {
  TensorValue Result;
  Result.Device = deviceOfElements({&A, &B}, /*MayBeMore=*/false);
  // An edit of one does not fix both.
  if (Result.Device)
    Result.Device->From = Call.Where;
  if (!A.Sizes || !B.Sizes)
    return Result;
  const IntList Sizes = broadcastSizes(A.Sizes->Value, B.Sizes->Value);
  const bool IsKnown = !llvm::is_contained(Sizes, Extent());
  const auto IsLike = [&](const TensorValue &T) {
    return IsKnown && T.Sizes->Value == Sizes;
  };
  Result.Sizes = IsLike(A) ? *A.Sizes : Call.here(Sizes);
  if (A.Order.Value == Layout::Contiguous &&
      B.Order.Value == Layout::Contiguous && IsKnown &&
      (IsLike(A) || A.Sizes->Value.empty()) &&
      (IsLike(B) || B.Sizes->Value.empty()))
    Result.Order = A.Order;
  for (const auto *Like : {&A, &B})
    if (Like->Order.Value == Layout::Strided && IsKnown && IsLike(*Like) &&
        hasNoOrder(Like == &A ? B : A)) {
      Result.Order = Like->Order;
      Result.Strides = Like->Strides;
      layOutLike(Result, *Like);
    }
  return Result;
}

/// Nothing if the other operand may be a tensor, too.
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

TensorValue binaryShape(const OperatorCall &Call) {
  if (const auto Operands = tensorAndNumber(Call)) {
    TensorValue Result = *Operands->first;
    layOutLike(Result, Result);
    return Result;
  }
  return broadcast(Call, Call.tensor("self"), Call.tensor("other"));
}

std::optional<DType> binaryType(const OperatorCall &Call) {
  if (const auto Operands = tensorAndNumber(Call)) {
    const auto &Type = Operands->first->Type;
    return Type ? promote(Call, Type->Value, *Operands->second) : std::nullopt;
  }
  const TensorValue Self = Call.tensor("self"), Other = Call.tensor("other");
  if (!Self.Type || !Other.Type)
    return std::nullopt;
  if (Self.Type->Value == Other.Type->Value)
    return Self.Type->Value;
  // Tensors with dimensions outrank those without.
  const auto HasDims = [](const TensorValue &T) {
    return T.Sizes && !T.Sizes->Value.empty();
  };
  return HasDims(Self) && HasDims(Other)
             ? promote(Self.Type->Value, Other.Type->Value)
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

/// Depends on the exponent for integers.
TensorValue power(const OperatorCall &Call) {
  OperatorCall Binary = Call;
  for (auto &[Parameter, V] : Binary.Arguments)
    if (Parameter == "exponent")
      Parameter = "other";
  TensorValue Result = binaryShape(Binary);
  const auto Type = binaryType(Binary);
  setType(Result, Call, Type && isFractional(*Type) ? Type : std::nullopt);
  return Result;
}

/// isnan, logical_not
TensorValue test(const OperatorCall &Call) {
  TensorValue Result = unary(Call);
  setType(Result, Call, DType::Bool);
  return Result;
}

TensorValue compare(const OperatorCall &Call) {
  TensorValue Result = binaryShape(Call);
  setType(Result, Call, DType::Bool);
  return Result;
}

} // namespace

IntList broadcastSizes(const IntList &A, const IntList &B) {
  const bool ALonger = A.size() >= B.size();
  IntList Result = ALonger ? A : B;
  const IntList &Shorter = ALonger ? B : A;
  const size_t Ahead = Result.size() - Shorter.size();
  for (auto [I, Theirs] : llvm::enumerate(Shorter)) {
    Extent &Ours = Result[Ahead + I];
    if (Ours == Theirs)
      continue;
    // Sizes other than 1 win.
    if (Theirs && *Theirs != 1 && (!Ours || *Ours == 1))
      Ours = Theirs;
    else if (!(Ours && *Ours != 1 && (!Theirs || *Theirs == 1)))
      Ours = std::nullopt;
  }
  return Result;
}

Operator findArithmetic(llvm::StringRef Name) {
  return llvm::StringSwitch<Operator>(Name)
      .Cases({"abs", "absolute"}, absolute)
      .Cases({"neg", "relu", "ceil", "floor", "round", "tril", "triu",
              "bernoulli", "sign", "trunc", "nan_to_num", "flip",
              "bitwise_not"},
             unary)
      .Cases({"sqrt", "rsqrt", "exp",   "exp2",      "expm1", "log",
              "log2", "log10", "log1p", "sigmoid",   "tanh",  "sin",
              "cos",  "tan",   "asin",  "acos",      "atan",  "sinh",
              "cosh", "erf",   "erfc",  "reciprocal"},
             unaryFloat)
      // They raise for integers, or change the type.
      .Cases({"clamp",       "clip",       "clamp_min",  "clamp_max",
              "square",      "frac",       "relu6",      "gelu",
              "silu",        "elu",        "selu",       "celu",
              "leaky_relu",  "mish",       "hardtanh",   "hardswish",
              "hardsigmoid", "softplus",   "softsign",   "logsigmoid",
              "log_sigmoid", "tanhshrink", "hardshrink", "softshrink",
              "threshold",   "logit"},
             clamp)
      .Cases({"add", "sub", "mul", "subtract", "multiply", "maximum", "minimum",
              "fmax", "fmin", "remainder", "fmod", "bitwise_and", "bitwise_or",
              "bitwise_xor"},
             binary)
      .Case("pow", power)
      .Cases({"div", "divide", "true_divide"}, divide)
      .Cases({"eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or",
              "logical_xor", "isclose"},
             compare)
      .Cases({"isnan", "isinf", "isfinite", "logical_not"}, test)
      .Default(nullptr);
}

} // namespace aoti_tidy
