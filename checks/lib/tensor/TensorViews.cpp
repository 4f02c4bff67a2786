// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that change sizes or strides only.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {
namespace {

using Layout = TensorValue::Layout;

bool isEmpty(const IntList &Sizes) { return llvm::is_contained(Sizes, 0); }

/// As torch's is_contiguous().
Layout layoutOf(const IntList &Sizes, const IntList &Strides) {
  if (isEmpty(Sizes))
    return Layout::Contiguous;
  bool Sure = true;
  Extent Expected = 1;
  for (size_t I = Sizes.size(); I-- > 0;) {
    if (Sizes[I] == 1)
      continue;
    if (Expected && Strides[I] && *Expected != *Strides[I])
      return Layout::Strided;
    Sure &= Expected && Strides[I];
    Expected = multiply(Expected, Sizes[I]);
  }
  return Sure ? Layout::Contiguous : Layout::Unknown;
}

std::optional<IntList> stridesOf(const TensorValue &T) {
  if (!T.Sizes)
    return std::nullopt;
  if (T.Order.Value == Layout::Contiguous)
    return contiguousStrides(T.Sizes->Value);
  if (T.Order.Value == Layout::Strided &&
      T.Strides.size() == T.Sizes->Value.size())
    return T.Strides;
  return std::nullopt;
}

void setOrder(TensorValue &T, const OperatorCall &Call, Layout Order,
              IntList Strides) {
  if (T.Order.Value != Order || Order == Layout::Strided)
    T.Order = Call.here(Order);
  T.Strides = Order == Layout::Strided ? std::move(Strides) : IntList();
}

TensorValue view(const OperatorCall &Call, TensorValue T, IntList Sizes,
                 std::optional<IntList> Strides) {
  const Layout Order = Strides ? layoutOf(Sizes, *Strides) : Layout::Unknown;
  T.Sizes = Call.here(std::move(Sizes));
  setOrder(T, Call, Order, Strides.value_or(IntList()));
  return T;
}

TensorValue permute(const OperatorCall &Call, const TensorValue &T,
                    llvm::ArrayRef<unsigned> From) {
  const IntList &Old = T.Sizes->Value;
  const auto OldStrides = stridesOf(T);
  IntList Sizes;
  IntList Strides;
  for (const unsigned Dim : From) {
    Sizes.push_back(Old[Dim]);
    if (OldStrides)
      Strides.push_back((*OldStrides)[Dim]);
  }
  TensorValue Result = T;
  Result.Sizes = Call.here(Sizes);
  Layout Order = OldStrides ? layoutOf(Sizes, Strides) : Layout::Unknown;
  // Without strides: have dimensions of several elements changed places?
  if (T.Order.Value == Layout::Contiguous && !isEmpty(Sizes)) {
    llvm::SmallVector<unsigned, 6> Moved;
    llvm::copy_if(From, std::back_inserter(Moved),
                  [&](unsigned Dim) { return Old[Dim] != 1; });
    Order = llvm::is_sorted(Moved) ? Layout::Contiguous : Layout::Strided;
  }
  setOrder(Result, Call, Order, std::move(Strides));
  return Result;
}

TensorValue transposeDims(const OperatorCall &Call, const TensorValue &T,
                          Extent A, Extent B) {
  if (!T.Sizes)
    return unshaped(T);
  const size_t Rank = T.Sizes->Value.size();
  const auto First = wrap(A, Rank);
  const auto Second = wrap(B, Rank);
  if (!First || !Second)
    return unshaped(T);
  auto From = llvm::to_vector<6>(llvm::seq<unsigned>(0, Rank));
  std::swap(From[*First], From[*Second]);
  return permute(Call, T, From);
}

TensorValue transpose(const OperatorCall &Call) {
  const bool IsAxes = Call.Name == "swapaxes";
  return transposeDims(Call, Call.tensor("self"),
                       Call.integer(IsAxes ? "axis0" : "dim0"),
                       Call.integer(IsAxes ? "axis1" : "dim1"));
}

TensorValue t(const OperatorCall &Call) {
  const TensorValue T = Call.tensor("self");
  if (T.Sizes && T.Sizes->Value.size() < 2)
    return T;
  return transposeDims(Call, T, 0, 1);
}

TensorValue mT(const OperatorCall &Call) {
  return transposeDims(Call, Call.tensor("self"), -2, -1);
}

TensorValue permuteDims(const OperatorCall &Call) {
  const TensorValue T = Call.tensor("self");
  const auto Dims = Call.list("dims");
  if (!T.Sizes || !Dims || Dims->size() != T.Sizes->Value.size())
    return unshaped(T);
  llvm::SmallVector<unsigned, 6> From;
  for (const Extent Dim : *Dims) {
    const auto Wrapped = wrap(Dim, Dims->size());
    if (!Wrapped || llvm::is_contained(From, *Wrapped))
      return unshaped(T);
    From.push_back(*Wrapped);
  }
  return permute(Call, T, From);
}

TensorValue contiguous(const OperatorCall &Call) {
  TensorValue T = Call.tensor("self");
  setOrder(T, Call,
           Call.find("memory_format") ? Layout::Unknown : Layout::Contiguous,
           {});
  return T;
}

TensorValue clone(const OperatorCall &Call) {
  TensorValue T = Call.tensor("self");
  if (Call.find("memory_format"))
    setOrder(T, Call, Layout::Unknown, {});
  layOutLike(T, T);
  return T;
}

TensorValue same(const OperatorCall &Call) { return Call.tensor("self"); }

/// One of the sizes may be -1.
TensorValue reshape(const OperatorCall &Call) {
  TensorValue T = Call.tensor("self");
  if (const auto *Type = Call.get<DType>("dtype")) {
    // The same bytes.
    const bool SameSize =
        T.Type && elementSize(T.Type->Value) == elementSize(*Type);
    if (!SameSize)
      T = unshaped(T);
    T.Type = Call.here(*Type);
    return T;
  }
  auto Sizes = Call.list(Call.Name == "reshape" ? "shape" : "size");
  if (!Sizes)
    return unshaped(T);
  const auto Inferred = llvm::find(*Sizes, Extent(-1));
  if (Inferred != Sizes->end()) {
    Extent Rest = 1;
    for (const Extent E : *Sizes)
      if (E != -1)
        Rest = multiply(Rest, E);
    const Extent All = T.Sizes ? product(T.Sizes->Value) : std::nullopt;
    const bool Divides = All && Rest && *Rest > 0 && *All % *Rest == 0;
    const Extent Missing = Divides ? Extent(*All / *Rest) : std::nullopt;
    llvm::replace(*Sizes, Extent(-1), Missing);
  }
  T.Sizes = Call.here(std::move(*Sizes));
  // A view or a copy.
  if (T.Order.Value != Layout::Contiguous)
    setOrder(T, Call, Layout::Unknown, {});
  return T;
}

TensorValue viewAs(const OperatorCall &Call) {
  TensorValue T = Call.tensor("self");
  const TensorValue Other = Call.tensor("other");
  if (!Other.Sizes)
    return unshaped(T);
  OperatorCall View = Call;
  View.Name = "view";
  View.Arguments.push_back({"size", Other.Sizes->Value});
  return reshape(View);
}

TensorValue flatten(const OperatorCall &Call) {
  TensorValue T = Call.tensor("self");
  const Extent Start = Call.integer("start_dim", 0);
  const Extent End = Call.integer("end_dim", -1);
  if (!T.Sizes && Start == 0 && End == -1) {
    T.Sizes = Call.here(IntList{std::nullopt});
  } else {
    const size_t Rank = T.Sizes ? T.Sizes->Value.size() : 0;
    const auto First = wrap(Start, std::max<size_t>(Rank, 1));
    const auto Last = wrap(End, std::max<size_t>(Rank, 1));
    if (!T.Sizes || !First || !Last || *First > *Last)
      return unshaped(T);
    const llvm::ArrayRef<Extent> Old = T.Sizes->Value;
    IntList Sizes(Old.begin(), Old.begin() + *First);
    Sizes.push_back(
        product(Rank == 0 ? Old : Old.slice(*First, *Last - *First + 1)));
    if (Rank > 0)
      Sizes.insert(Sizes.end(), Old.begin() + *Last + 1, Old.end());
    T.Sizes = Call.here(std::move(Sizes));
  }
  if (T.Order.Value != Layout::Contiguous)
    setOrder(T, Call, Layout::Unknown, {});
  return T;
}

TensorValue unsqueeze(const OperatorCall &Call) {
  const TensorValue T = Call.tensor("self");
  if (!T.Sizes)
    return unshaped(T);
  const auto Dim = wrap(Call.integer("dim"), T.Sizes->Value.size() + 1);
  if (!Dim)
    return unshaped(T);
  IntList Sizes = T.Sizes->Value;
  auto Strides = stridesOf(T);
  TensorValue Result = T;
  if (T.Order.Value == Layout::Strided && Strides)
    Strides->insert(Strides->begin() + *Dim,
                    *Dim < Sizes.size()
                        ? multiply(Sizes[*Dim], (*Strides)[*Dim])
                        : Extent(1));
  Sizes.insert(Sizes.begin() + *Dim, 1);
  Result.Sizes = Call.here(std::move(Sizes));
  if (T.Order.Value == Layout::Strided)
    Result.Strides = Strides.value_or(IntList());
  return Result;
}

TensorValue squeeze(const OperatorCall &Call) {
  const TensorValue T = Call.tensor("self");
  if (!T.Sizes || (Call.find("dim") && !Call.integer("dim")))
    return unshaped(T);
  IntList Sizes = T.Sizes->Value;
  auto Strides = stridesOf(T);
  std::optional<unsigned> Only;
  if (Call.find("dim")) {
    Only = wrap(Call.integer("dim"), Sizes.size());
    if (!Only)
      return unshaped(T);
  }
  for (unsigned I = Sizes.size(); I-- > 0;) {
    if (Only && *Only != I)
      continue;
    if (!Sizes[I])
      return unshaped(T); // one dimension less, or not
    if (*Sizes[I] != 1)
      continue;
    Sizes.erase(Sizes.begin() + I);
    if (Strides)
      Strides->erase(Strides->begin() + I);
  }
  TensorValue Result = T;
  Result.Sizes = Call.here(std::move(Sizes));
  if (T.Order.Value == Layout::Strided)
    Result.Strides = Strides.value_or(IntList());
  return Result;
}

TensorValue expand(const OperatorCall &Call) {
  const TensorValue T = Call.tensor("self");
  auto Target = Call.list("size");
  if (Call.Name == "expand_as") {
    const TensorValue Other = Call.tensor("other");
    if (Other.Sizes)
      Target = Other.Sizes->Value;
  }
  if (!Target)
    return unshaped(T);
  if (!T.Sizes || Target->size() < T.Sizes->Value.size()) {
    // -1 keeps a size.
    llvm::replace(*Target, Extent(-1), Extent());
    return view(Call, T, *Target, std::nullopt);
  }
  const IntList &Old = T.Sizes->Value;
  const size_t New = Target->size() - Old.size();
  const auto OldStrides = stridesOf(T);
  IntList Strides(Target->size());
  for (size_t I = Target->size(); I-- > 0;) {
    Extent &Size = (*Target)[I];
    if (I < New) {
      const Extent Inner = I + 1 < Target->size()
                               ? multiply((*Target)[I + 1], Strides[I + 1])
                               : Extent(1);
      Strides[I] = Size == 1 ? Inner : Size ? Extent(0) : std::nullopt;
      continue;
    }
    const Extent OldSize = Old[I - New];
    const Extent OldStride = OldStrides ? (*OldStrides)[I - New] : std::nullopt;
    if (Size == -1)
      Size = OldSize;
    if (OldSize && Size)
      Strides[I] = *OldSize == *Size ? OldStride : Extent(0);
  }
  return view(Call, T, std::move(*Target), std::move(Strides));
}

TensorValue select(const OperatorCall &Call) {
  const TensorValue T = Call.tensor("self");
  const auto Dim = dimOf(Call, T);
  if (!Dim)
    return unshaped(T);
  IntList Sizes = T.Sizes->Value;
  auto Strides = stridesOf(T);
  Sizes.erase(Sizes.begin() + *Dim);
  if (Strides)
    Strides->erase(Strides->begin() + *Dim);
  return view(Call, T, std::move(Sizes), std::move(Strides));
}

/// narrow() and slice()
TensorValue take(const OperatorCall &Call, Extent Length, Extent Step) {
  const TensorValue T = Call.tensor("self");
  const auto Dim = dimOf(Call, T, 0);
  if (!Dim)
    return unshaped(T);
  IntList Sizes = T.Sizes->Value;
  auto Strides = stridesOf(T);
  Sizes[*Dim] = Length;
  if (Strides)
    (*Strides)[*Dim] = multiply((*Strides)[*Dim], Step);
  return view(Call, T, std::move(Sizes), std::move(Strides));
}

TensorValue narrow(const OperatorCall &Call) {
  return take(Call, Call.integer("length"), 1);
}

TensorValue slice(const OperatorCall &Call) {
  const TensorValue T = Call.tensor("self");
  const auto Dim = dimOf(Call, T, 0);
  const Extent Step = Call.integer("step", 1);
  const Extent Size = Dim ? T.Sizes->Value[*Dim] : std::nullopt;
  Extent Start = Call.integer("start", 0);
  Extent End = Call.find("end") ? Call.integer("end") : Size;
  Extent Length;
  if (Size && Start && End && Step && *Step > 0) {
    for (Extent *Bound : {&Start, &End})
      *Bound = std::clamp(**Bound < 0 ? **Bound + *Size : **Bound, int64_t(0),
                          *Size);
    Length = (std::max(*End - *Start, int64_t(0)) + *Step - 1) / *Step;
  }
  return take(Call, Length, Step);
}

TensorValue asStrided(const OperatorCall &Call) {
  const TensorValue T = Call.tensor("self");
  auto Sizes = Call.list("size");
  auto Strides = Call.list("stride");
  if (!Sizes || !Strides || Sizes->size() != Strides->size())
    return unshaped(T);
  return view(Call, T, std::move(*Sizes), std::move(*Strides));
}

TensorValue otherShape(const OperatorCall &Call) {
  return unshaped(Call.tensor("self"));
}

} // namespace

Extent multiply(Extent A, Extent B) {
  int64_t Product = 0;
  if (!A || !B || __builtin_mul_overflow(*A, *B, &Product))
    return std::nullopt;
  return Product;
}

Extent product(llvm::ArrayRef<Extent> Sizes) {
  Extent Result = 1;
  for (const Extent E : Sizes)
    Result = multiply(Result, E);
  return Result;
}

std::optional<unsigned> wrap(Extent Dim, size_t Rank) {
  if (!Dim)
    return std::nullopt;
  const int64_t Wrapped = *Dim < 0 ? *Dim + static_cast<int64_t>(Rank) : *Dim;
  if (Wrapped < 0 || Wrapped >= static_cast<int64_t>(Rank))
    return std::nullopt;
  return Wrapped;
}

std::optional<unsigned> dimOf(const OperatorCall &Call, const TensorValue &T,
                              Extent Default) {
  return T.Sizes ? wrap(Call.integer("dim", Default), T.Sizes->Value.size())
                 : std::nullopt;
}

TensorValue unshaped(TensorValue T) {
  T.Sizes.reset();
  T.Strides.clear();
  T.Order = {};
  return T;
}

IntList contiguousStrides(const IntList &Sizes) {
  IntList Strides(Sizes.size());
  Extent Stride = 1;
  for (size_t I = Sizes.size(); I-- > 0;) {
    Strides[I] = Stride;
    Stride = multiply(Stride, Sizes[I] == 0 ? Extent(1) : Sizes[I]);
  }
  return Strides;
}

void layOutLike(TensorValue &Result, const TensorValue &T) {
  if (T.Order.Value != Layout::Strided)
    return;
  // Strides are kept if every element has its own place without gaps: the sizes
  // in order of stride give the strides.
  const auto Strides = stridesOf(T);
  bool Dense = Strides.has_value();
  if (Dense) {
    llvm::SmallVector<std::pair<Extent, Extent>, 6> Dims;
    for (auto [Size, Stride] : llvm::zip(T.Sizes->Value, *Strides))
      Dims.push_back({Stride, Size});
    llvm::sort(Dims);
    Extent Expected = 1;
    for (const auto &[Stride, Size] : Dims) {
      if (Size == 1)
        continue;
      Dense &= Expected && Stride == Expected;
      Expected = multiply(Expected, Size);
    }
  }
  if (Dense)
    return;
  Result.Order.Value = Layout::Unknown;
  Result.Strides.clear();
}

Operator findView(llvm::StringRef Name) {
  return llvm::StringSwitch<Operator>(Name)
      .Cases({"transpose", "swapaxes", "swapdims"}, transpose)
      .Case("t", t)
      .Cases({"mT", "adjoint"}, mT)
      .Case("permute", permuteDims)
      .Case("contiguous", contiguous)
      .Case("clone", clone)
      .Cases({"detach", "alias", "requires_grad_", "set_requires_grad",
              "variable_data", "tensor_data", "data", "resolve_conj"},
             same)
      .Cases({"view", "reshape"}, reshape)
      .Cases({"view_as", "reshape_as"}, viewAs)
      .Case("flatten", flatten)
      .Case("unsqueeze", unsqueeze)
      .Case("squeeze", squeeze)
      .Cases({"expand", "expand_as"}, expand)
      .Case("select", select)
      .Case("narrow", narrow)
      .Case("slice", slice)
      .Case("as_strided", asStrided)
      .Cases({"index", "unflatten", "movedim", "moveaxis", "roll", "pad",
              "masked_select", "tile"},
             otherShape)
      .Default(nullptr);
}

} // namespace aoti_tidy
