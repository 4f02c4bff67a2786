// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that make, move or cast tensors, with the defaults of torch 2.13.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {
namespace {

using Layout = TensorValue::Layout;

/// A new row-major tensor, by default on the CPU and of \p DefaultType.
TensorValue make(const OperatorCall &Call, std::optional<IntList> Sizes,
                 std::optional<DType> DefaultType) {
  TensorValue Result;
  const OptionsValue Options = Call.options();
  if (!Options.Device.Given)
    Result.Device = Call.here(DeviceValue{"cpu"});
  else
    Result.Device = hereIfKnown(Call, Options.Device.Value);
  Result.Type =
      hereIfKnown(Call, Options.Type.Given ? Options.Type.Value : DefaultType);
  Result.Sizes = hereIfKnown(Call, std::move(Sizes));
  if (!Options.NamesLayout)
    Result.Order = Call.here(Layout::Contiguous);
  return Result;
}

TensorValue makeFloat(const OperatorCall &Call) {
  return make(Call, Call.list("size"), Call.DefaultType);
}

/// at::TensorOptions without a type replace C++'s default ones, which have
/// int64.
TensorValue makeLong(const OperatorCall &Call) {
  return make(Call, Call.list("size"),
              Call.find("options") ? Call.DefaultType : DType::Long);
}

/// As torch.full() and torch.tensor() infer it.
std::optional<DType> inferType(const OperatorCall &Call, const Value *Number) {
  if (!Number)
    return std::nullopt;
  if (std::holds_alternative<bool>(*Number))
    return DType::Bool;
  if (std::holds_alternative<Extent>(*Number))
    return DType::Long;
  if (std::holds_alternative<RealValue>(*Number))
    return Call.DefaultType;
  return std::nullopt;
}

TensorValue makeFull(const OperatorCall &Call) {
  return make(Call, Call.list("size"),
              inferType(Call, Call.find("fill_value")));
}

TensorValue makeRange(const OperatorCall &Call) {
  const Value *End = Call.find("end");
  const Value *Start = Call.find("start");
  const Value *Step = Call.find("step");
  bool AllLong = true;
  for (const Value *V : {Start, End, Step}) {
    if (!V)
      continue;
    if (std::holds_alternative<UnknownValue>(*V))
      return make(Call, IntList{std::nullopt}, std::nullopt);
    AllLong &= std::holds_alternative<Extent>(*V);
  }
  const Extent First = Call.integer("start", 0);
  const Extent Last = Call.integer("end");
  const Extent Stride = Call.integer("step", 1);
  Extent Size;
  constexpr int64_t Limit = int64_t(1) << 40; // far from overflow
  if (First && Last && Stride && *Stride != 0 && std::abs(*First) < Limit &&
      std::abs(*Last) < Limit && std::abs(*Stride) < Limit) {
    const int64_t Toward = *Stride > 0 ? 1 : -1;
    const int64_t Span = (*Last - *First) * Toward;
    if (Span >= 0)
      Size = (Span + std::abs(*Stride) - 1) / std::abs(*Stride);
  }
  return make(Call, IntList{Size},
              AllLong ? std::optional(DType::Long) : Call.DefaultType);
}

TensorValue makeEye(const OperatorCall &Call) {
  const Extent N = Call.integer("n");
  return make(Call, IntList{N, Call.integer("m", N)}, Call.DefaultType);
}

TensorValue makeSteps(const OperatorCall &Call) {
  return make(Call, IntList{Call.integer("steps")}, Call.DefaultType);
}

TensorValue makePermutation(const OperatorCall &Call) {
  return make(Call, IntList{Call.integer("n")}, DType::Long);
}

TensorValue makeWindow(const OperatorCall &Call) {
  return make(Call, IntList{Call.integer("window_length")}, Call.DefaultType);
}

TensorValue makePairs(const OperatorCall &Call) {
  return make(Call, IntList{2, std::nullopt}, DType::Long);
}

TensorValue makeScalar(const OperatorCall &Call) {
  return make(Call, IntList{}, Call.DefaultType);
}

TensorValue makeFromData(const OperatorCall &Call) {
  if (const auto *Data = Call.get<DataValue>("data")) {
    std::optional<DType> Type = Data->Type;
    // As in Python, whatever their width.
    if (Type == DType::Int)
      Type = DType::Long;
    else if (Type == DType::Float || Type == DType::Double)
      Type = Call.DefaultType;
    return make(Call, Data->Sizes, Type);
  }
  const Value *Number = Call.find("data");
  const auto Type = inferType(Call, Number);
  return make(Call, Type ? std::optional(IntList()) : std::nullopt, Type);
}

/// at::tensor(): of the numbers' type; a single one is a list of one.
TensorValue makeFromNumbers(const OperatorCall &Call) {
  const auto *Data = Call.get<DataValue>("data");
  if (!Data)
    return {};
  // Options that name no type mean the default one.
  return make(Call, Data->Sizes,
              Call.find("options") ? Call.DefaultType : Data->Type);
}

void setStrides(TensorValue &Result, const OperatorCall &Call,
                std::optional<IntList> Strides) {
  Result.Order = Call.here(Layout::Unknown);
  if (!Result.Sizes || !Strides ||
      Strides->size() != Result.Sizes->Value.size())
    return;
  OperatorCall AsStrided;
  AsStrided.Name = "as_strided";
  AsStrided.Where = Call.Where;
  AsStrided.Arguments = {{"self", Result},
                         {"size", Result.Sizes->Value},
                         {"stride", std::move(*Strides)}};
  Result = findView("as_strided")(AsStrided);
}

TensorValue makeStrided(const OperatorCall &Call) {
  TensorValue Result = make(Call, Call.list("size"), Call.DefaultType);
  setStrides(Result, Call, Call.list("stride"));
  return Result;
}

TensorValue makeFromBlob(const OperatorCall &Call) {
  TensorValue Result = make(Call, Call.list("sizes"), Call.DefaultType);
  if (Call.find("target_device"))
    Result.Device =
        hereIfKnown(Call, valueOf<DeviceValue>(Call, "target_device"));
  if (Call.find("strides"))
    setStrides(Result, Call, Call.list("strides"));
  return Result;
}

TensorValue remake(const OperatorCall &Call, const TensorValue &From) {
  TensorValue Result = From;
  const OptionsValue Options = Call.options();
  if (Options.Device.Given)
    Result.Device = hereIfKnown(Call, Options.Device.Value);
  if (Options.Type.Given)
    Result.Type = hereIfKnown(Call, Options.Type.Value);
  if (Options.NamesLayout)
    Result.Order = Call.here(Layout::Unknown);
  return Result;
}

TensorValue makeLike(const OperatorCall &Call) {
  const TensorValue Self = Call.tensor("self");
  TensorValue Result = remake(Call, Self);
  if (Result.Order.Value != Layout::Unknown)
    layOutLike(Result, Self);
  return Result;
}

TensorValue makeNew(const OperatorCall &Call) {
  TensorValue Result = remake(Call, Call.tensor("self"));
  const bool NamesLayout = Call.options().NamesLayout;
  Result.Strides.clear();
  Result.Order = Call.here(NamesLayout ? Layout::Unknown : Layout::Contiguous);
  Result.Sizes = hereIfKnown(Call, Call.list("size"));
  return Result;
}

TensorValue moveTo(const OperatorCall &Call) {
  const TensorValue Self = Call.tensor("self");
  TensorValue Result = makeLike(Call);
  if (!Call.find("other"))
    return Result;
  // to(other), type_as(other)
  const TensorValue Other = Call.tensor("other");
  Result.Device.reset();
  Result.Type.reset();
  if (Other.Device)
    Result.Device = Call.here(Other.Device->Value);
  if (Other.Type)
    Result.Type = Call.here(Other.Type->Value);
  return Result;
}

TensorValue moveToNamed(const OperatorCall &Call) {
  TensorValue Result = Call.tensor("self");
  layOutLike(Result, Result);
  Result.Device = Call.here(DeviceValue{Call.Name.str()});
  return Result;
}

template <DType T> TensorValue cast(const OperatorCall &Call) {
  TensorValue Result = Call.tensor("self");
  layOutLike(Result, Result);
  Result.Type = Call.here(T);
  return Result;
}

TensorValue castTo(const OperatorCall &Call) {
  TensorValue Result = Call.tensor("self");
  layOutLike(Result, Result);
  Result.Type = hereIfKnown(Call, valueOf<DType>(Call, "t"));
  return Result;
}

/// A GPU reads pinned memory of the host, too: who may use it is not known.
TensorValue pin(const OperatorCall &Call) {
  TensorValue Result = Call.tensor("self");
  Result.Device.reset();
  return Result;
}

} // namespace

Operator findFactory(llvm::StringRef Name) {
  return llvm::StringSwitch<Operator>(Name)
      .Cases({"empty", "zeros", "ones", "rand", "randn"}, makeFloat)
      .Case("randint", makeLong)
      .Case("full", makeFull)
      .Case("empty_strided", makeStrided)
      .Case("arange", makeRange)
      .Case("eye", makeEye)
      .Cases({"linspace", "logspace"}, makeSteps)
      .Case("randperm", makePermutation)
      .Cases({"hann_window", "hamming_window", "blackman_window",
              "bartlett_window", "kaiser_window"},
             makeWindow)
      .Cases({"tril_indices", "triu_indices"}, makePairs)
      .Case("scalar_tensor", makeScalar)
      .Case("tensor", makeFromData)
      .Case("at_tensor", makeFromNumbers)
      .Case("from_blob", makeFromBlob)
      .Cases({"empty_like", "zeros_like", "ones_like", "full_like", "rand_like",
              "randn_like", "randint_like"},
             makeLike)
      .Cases({"new_empty", "new_zeros", "new_ones", "new_full"}, makeNew)
      .Default(nullptr);
}

Operator findMove(llvm::StringRef Name) {
  return llvm::StringSwitch<Operator>(Name)
      .Cases({"to", "type_as"}, moveTo)
      .Cases({"cpu", "cuda", "xpu", "mps"}, moveToNamed)
      .Case("pin_memory", pin)
      .Case("toType", castTo)
      .Case("half", cast<DType::Half>)
      .Case("bfloat16", cast<DType::BFloat16>)
      .Case("float", cast<DType::Float>)
      .Case("double", cast<DType::Double>)
      .Case("byte", cast<DType::Byte>)
      .Case("char", cast<DType::Char>)
      .Case("short", cast<DType::Short>)
      .Case("int", cast<DType::Int>)
      .Case("long", cast<DType::Long>)
      .Case("bool", cast<DType::Bool>)
      .Default(nullptr);
}

} // namespace aoti_tidy
