// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that copy tensors into another shape.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {
namespace {

using Layout = TensorValue::Layout;

Extent add(Extent A, Extent B) {
  int64_t Sum = 0;
  if (!A || !B || __builtin_add_overflow(*A, *B, &Sum))
    return std::nullopt;
  return Sum;
}

TensorValue repeat(const OperatorCall &Call) {
  TensorValue T = Call.tensor("self");
  auto Sizes = Call.list("repeats");
  if (!T.Sizes || !Sizes || Sizes->size() < T.Sizes->Value.size())
    return unshaped(T);
  const size_t New = Sizes->size() - T.Sizes->Value.size();
  for (auto [I, Size] : llvm::enumerate(T.Sizes->Value))
    (*Sizes)[New + I] = multiply((*Sizes)[New + I], Size);
  T.Sizes = Call.here(std::move(*Sizes));
  T.Order = Call.here(Layout::Contiguous);
  T.Strides.clear();
  return T;
}

TensorValue indexSelect(const OperatorCall &Call) {
  TensorValue T = Call.tensor("self");
  const TensorValue Index = Call.tensor("index");
  const auto Dim = dimOf(Call, T);
  if (!Dim)
    return unshaped(T);
  IntList Sizes = T.Sizes->Value;
  Sizes[*Dim] = Index.Sizes ? product(Index.Sizes->Value) : std::nullopt;
  T.Sizes = Call.here(std::move(Sizes));
  T.Order = Call.here(Layout::Contiguous);
  T.Strides.clear();
  return T;
}

/// pad is (before, after) of the last dimension, then of the one before it.
TensorValue pad(const OperatorCall &Call) {
  const TensorValue Self = Call.tensor("self");
  const auto By = Call.list("pad");
  TensorValue T = unshaped(Self);
  if (!Self.Sizes || !By || By->size() % 2 != 0 ||
      By->size() / 2 > Self.Sizes->Value.size())
    return T;
  IntList Sizes = Self.Sizes->Value;
  for (size_t I = 0; I < By->size() / 2; ++I) {
    Extent &Size = Sizes[Sizes.size() - 1 - I];
    Size = add(Size, add((*By)[2 * I], (*By)[2 * I + 1]));
  }
  T.Sizes = Call.here(std::move(Sizes));
  if (Self.Order.Value == Layout::Contiguous)
    T.Order = Call.here(Layout::Contiguous);
  return T;
}

void keepShared(TensorValue &Of, const TensorValue &T) {
  if (!T.Device || !Of.Device || Of.Device->Value != T.Device->Value)
    Of.Device.reset();
  if (!T.Type || !Of.Type || Of.Type->Value != T.Type->Value)
    Of.Type.reset();
  if (T.Order.Value != Layout::Contiguous)
    Of.Order = {};
  if (!T.Sizes || !Of.Sizes ||
      T.Sizes->Value.size() != Of.Sizes->Value.size()) {
    Of.Sizes.reset();
    return;
  }
  for (auto [Ours, Theirs] : llvm::zip(Of.Sizes->Value, T.Sizes->Value))
    if (Ours != Theirs)
      Ours.reset();
}

std::optional<TensorValue> common(const TensorList &List) {
  std::optional<TensorValue> Result;
  for (const TensorValues &Element : List)
    if (Result)
      keepShared(*Result, Element.front());
    else
      Result = Element.front();
  if (Result && Result->Order.Value == Layout::Strided)
    Result = unshaped(*Result);
  return Result;
}

TensorValue combine(const OperatorCall &Call, TensorValue T,
                    std::optional<IntList> Sizes) {
  if (T.Device)
    T.Device->From = Call.Where;
  if (T.Type)
    T.Type->From = Call.Where;
  const bool Contiguous = T.Order.Value == Layout::Contiguous;
  T = unshaped(T);
  T.Order = Call.here(Contiguous ? Layout::Contiguous : Layout::Unknown);
  T.Sizes = hereIfKnown(Call, std::move(Sizes));
  return T;
}

struct Parts {
  TensorList List;
  bool IsCountKnown = true; ///< else List has what there can be
};

std::optional<Parts> partsOf(const OperatorCall &Call) {
  if (const auto *List = Call.get<TensorList>("tensors")) {
    Parts Result;
    for (const TensorValues &Element : *List) {
      if (Element.empty())
        return std::nullopt;
      TensorValue One = Element.front();
      for (const TensorValue &Other : llvm::drop_begin(Element))
        keepShared(One, Other);
      Result.List.push_back({std::move(One)});
    }
    return Result;
  }
  const auto *Bag = Call.get<TensorBag>("tensors");
  if (!Bag)
    return std::nullopt;
  Parts Result;
  Result.IsCountKnown = false;
  for (const TensorValue &One : Bag->Each)
    Result.List.push_back({One});
  return Result;
}

/// cat() along a dimension, stack() along a new one
TensorValue join(const OperatorCall &Call) {
  const auto Given = partsOf(Call);
  const auto All = Given ? common(Given->List) : std::nullopt;
  if (!All)
    return {};
  const bool IsStack = Call.Name == "stack";
  const auto Dim = All->Sizes ? wrap(Call.integer("dim", 0),
                                     All->Sizes->Value.size() + IsStack)
                              : std::nullopt;
  if (!Dim)
    return combine(Call, *All, std::nullopt);
  IntList Sizes = All->Sizes->Value;
  if (IsStack) {
    Sizes.insert(Sizes.begin() + *Dim, Given->IsCountKnown
                                           ? Extent(Given->List.size())
                                           : std::nullopt);
    return combine(Call, *All, std::move(Sizes));
  }
  Sizes[*Dim] = Given->IsCountKnown ? Extent(0) : std::nullopt;
  // All sizes but one are equal.
  for (const TensorValues &Element : Given->List)
    for (auto [I, Size] : llvm::enumerate(Element.front().Sizes->Value))
      if (I == *Dim)
        Sizes[I] = add(Sizes[I], Size);
      else if (Size)
        Sizes[I] = Size;
  return combine(Call, *All, std::move(Sizes));
}

} // namespace

Operator findCopy(llvm::StringRef Name) {
  return llvm::StringSwitch<Operator>(Name)
      .Case("repeat", repeat)
      .Case("index_select", indexSelect)
      .Case("constant_pad_nd", pad)
      .Cases({"cat", "concat", "concatenate", "stack"}, join)
      .Default(nullptr);
}

} // namespace aoti_tidy
