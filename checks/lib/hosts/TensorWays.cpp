// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TensorWays.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

void forgetShape(TensorValue &T) {
  T.Sizes.reset();
  T.Strides.clear();
  T.Order = {};
}

namespace {

TensorValue *tensorIn(TensorValue &T) { return &T; }
TensorValue *tensorIn(Value &V) { return std::get_if<TensorValue>(&V); }

/// Each once, of tensors without their shapes.
template <typename T> std::vector<T> shapeless(const std::vector<T> &All) {
  std::vector<T> Result;
  for (T V : All) {
    if (TensorValue *Tensor = tensorIn(V))
      forgetShape(*Tensor);
    if (!llvm::is_contained(Result, V))
      Result.push_back(std::move(V));
  }
  return Result;
}

/// Whether \p All has \p V, or the same tensor of any shape.
template <typename T> bool covers(const std::vector<T> &All, T V) {
  if (llvm::is_contained(All, V))
    return true;
  TensorValue *Tensor = tensorIn(V);
  if (!Tensor)
    return false;
  forgetShape(*Tensor);
  return llvm::is_contained(All, V);
}

template <typename T>
std::vector<T> uniteSets(std::vector<T> A, const std::vector<T> &B) {
  if (A.empty() || B.empty())
    return {};
  for (const T &V : B)
    if (!covers(A, V))
      A.push_back(V);
  if (A.size() > MaxWays)
    A = shapeless(A);
  if (A.size() > MaxWays)
    A.clear();
  return A;
}

} // namespace

Ways withoutShapes(const Ways &W) { return shapeless(W); }

/// True for one tensor without a value: it is replaced before any use, so it
/// says nothing about the others.
static bool isUndefined(const TensorValues &Tensors) {
  return Tensors.size() == 1 && Tensors.front().IsUndefined;
}

TensorValues unite(TensorValues A, const TensorValues &B) {
  if (isUndefined(A))
    return B;
  return isUndefined(B) ? A : uniteSets(std::move(A), B);
}

static bool isUndefined(const Ways &W) {
  const auto *Tensor = only<TensorValue>(W);
  return Tensor && Tensor->IsUndefined;
}

Ways unite(Ways A, const Ways &B) {
  if (isUndefined(A))
    return B;
  if (isUndefined(B) || A == B)
    return A;
  const auto *Ours = only<TensorList>(A);
  const auto *Theirs = only<TensorList>(B);
  if ((Ours || only<TensorBag>(A)) && (Theirs || only<TensorBag>(B)) &&
      (!Ours || !Theirs || Ours->size() != Theirs->size())) {
    // An empty list adds nothing.
    if (Ours && Ours->empty())
      return bagOf(elementsOf(B));
    if (Theirs && Theirs->empty())
      return bagOf(elementsOf(A));
    return bagOf(unite(elementsOf(A), elementsOf(B)));
  }
  if (!Ours || !Theirs)
    return uniteSets(std::move(A), B);
  TensorList Result;
  for (const auto &[Left, Right] : llvm::zip(*Ours, *Theirs))
    Result.push_back(unite(Left, Right));
  return {std::move(Result)};
}

Ways present(const Ways &W) {
  Ways Result;
  for (const Value &V : W)
    if (!std::holds_alternative<NoValue>(V))
      Result = Result.empty() ? Ways{V} : unite(std::move(Result), {V});
  return Result;
}

TensorValues elementsOf(const Ways &W) {
  if (const auto *Bag = only<TensorBag>(W))
    return Bag->Each;
  const auto *List = only<TensorList>(W);
  if (!List || List->empty())
    return {};
  TensorValues Result = List->front();
  for (const TensorValues &Element : *List)
    Result = unite(std::move(Result), Element);
  return Result;
}

Ways bagOf(TensorValues Each) {
  return Each.empty() ? Ways() : Ways{TensorBag{std::move(Each)}};
}

TensorValues tensorsOf(const Ways &W) {
  TensorValues Result;
  for (const Value &V : W) {
    const auto *Tensor = std::get_if<TensorValue>(&V);
    if (!Tensor)
      return {};
    Result.push_back(*Tensor);
  }
  return Result;
}

TensorValues partOf(const Ways &W) {
  TensorValues Result;
  for (const Value &V : W) {
    const auto *Device = std::get_if<DeviceValue>(&V);
    if (!Device)
      return tensorsOf(W);
    TensorValue Held;
    Held.Device = Known<DeviceValue>{*Device};
    Result.push_back(std::move(Held));
  }
  return Result;
}

Ways devicesOf(const Ways &Part) {
  return mapWays(Part, [](const Value &V) -> Ways {
    const auto *Held = std::get_if<TensorValue>(&V);
    return Held && Held->Device ? Ways{Held->Device->Value} : Ways();
  });
}

Ways waysOf(const TensorValues &Tensors) {
  return Ways(Tensors.begin(), Tensors.end());
}

void forEachTensor(Ways &W, llvm::function_ref<void(TensorValue &)> Change) {
  for (Value &V : W) {
    if (auto *Tensor = std::get_if<TensorValue>(&V))
      Change(*Tensor);
    if (auto *List = std::get_if<TensorList>(&V))
      for (TensorValues &Element : *List)
        llvm::for_each(Element, Change);
    if (auto *Bag = std::get_if<TensorBag>(&V))
      llvm::for_each(Bag->Each, Change);
  }
}

} // namespace aoti_tidy
