// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/TensorWays.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

template <typename T>
std::vector<T> uniteSets(std::vector<T> A, const std::vector<T> &B) {
  if (A.empty() || B.empty())
    return {};
  for (const T &V : B)
    if (!llvm::is_contained(A, V))
      A.push_back(V);
  if (A.size() > MaxWays)
    A.clear();
  return A;
}

} // namespace

TensorValues unite(TensorValues A, const TensorValues &B) {
  return uniteSets(std::move(A), B);
}

Ways unite(Ways A, const Ways &B) {
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

Ways waysOf(const TensorValues &Tensors) {
  return Ways(Tensors.begin(), Tensors.end());
}

} // namespace aoti_tidy
