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

/// What is replaced before it is used says nothing of the others.
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

static TensorMap unite(TensorMap A, const TensorMap &B) {
  for (const auto &[Key, Tensors] : B.ByKey) {
    const auto [It, IsNew] = A.ByKey.try_emplace(Key, Tensors);
    if (!IsNew)
      It->second = unite(std::move(It->second), Tensors);
  }
  if (B.ByAnyKey)
    A.ByAnyKey =
        A.ByAnyKey ? unite(std::move(*A.ByAnyKey), *B.ByAnyKey) : *B.ByAnyKey;
  return A;
}

/// A list whose end may be missing, if \p W is one, or nothing of it is.
static std::optional<TensorBag> withOpenEnd(const Ways &W) {
  if (const auto *Bag = only<TensorBag>(W))
    return Bag->Most ? std::optional(*Bag) : std::nullopt;
  const auto *List = only<TensorList>(W);
  if (!List || List->empty())
    return std::nullopt;
  TensorBag Result{elementsOf(W)};
  Result.Fewest = Result.Most = List->size();
  for (const auto &[Position, Tensors] : llvm::enumerate(*List))
    Result.Set[Position] = Tensors;
  return Result;
}

/// Where a loop appends, the number grows without an end.
static Ways uniteEnds(TensorBag A, TensorBag B) {
  constexpr size_t MaxMissing = 4;
  if (A.Most < B.Most)
    std::swap(A, B);
  A.Fewest = std::min(A.Fewest, B.Fewest);
  A.Each = unite(std::move(A.Each), B.Each);
  if (A.Most - A.Fewest > MaxMissing)
    return bagOf(std::move(A.Each));
  for (auto &[Position, Tensors] : B.Set)
    A.Set[Position] = unite(std::move(A.Set[Position]), Tensors);
  return {std::move(A)};
}

static Ways unite(const TensorBag &A, const TensorBag &B) {
  if (A.Most && B.Most)
    return uniteEnds(A, B);
  TensorBag Both{unite(A.Each, B.Each)};
  if (Both.Each.empty())
    return {};
  const auto At = [](const TensorBag &Bag, int64_t Position) {
    const auto Found = Bag.Set.find(Position);
    return Found == Bag.Set.end() ? Bag.Each : Found->second;
  };
  for (const TensorBag *Either : {&A, &B})
    for (const auto &[Position, Tensors] : Either->Set)
      Both.Set.try_emplace(Position, unite(At(A, Position), At(B, Position)));
  return {std::move(Both)};
}

/// Whether \p W is what 'v[1] = x' says of a list of \p Length: of its other
/// elements nothing.
static bool isSetAlone(const Ways &W, size_t Length) {
  const auto *Bag = only<TensorBag>(W);
  return Bag && isUndefined(Bag->Each) &&
         llvm::all_of(Bag->Set, [Length](const auto &At) {
           return std::cmp_less(At.first, Length);
         });
}

static TensorList setIn(TensorList List, const TensorBag &By) {
  for (const auto &[Position, Tensors] : By.Set)
    List[Position] = unite(std::move(List[Position]), Tensors);
  return List;
}

Ways unite(Ways A, const Ways &B) {
  if (const auto *One = only<TensorMap>(A))
    if (const auto *Other = only<TensorMap>(B))
      return {unite(*One, *Other)};
  if (isUndefined(A))
    return B;
  if (isUndefined(B) || A == B)
    return A;
  if (const auto *One = only<TensorBag>(A))
    if (const auto *Other = only<TensorBag>(B))
      return unite(*One, *Other);
  const auto *Ours = only<TensorList>(A);
  const auto *Theirs = only<TensorList>(B);
  if ((Ours || only<TensorBag>(A)) && (Theirs || only<TensorBag>(B)) &&
      (!Ours || !Theirs || Ours->size() != Theirs->size())) {
    // An empty list adds nothing.
    if (Ours && Ours->empty())
      return only<TensorBag>(B) ? B : bagOf(elementsOf(B));
    if (Theirs && Theirs->empty())
      return only<TensorBag>(A) ? A : bagOf(elementsOf(A));
    if (Ours && isSetAlone(B, Ours->size()))
      return {setIn(*Ours, *only<TensorBag>(B))};
    if (Theirs && isSetAlone(A, Theirs->size()))
      return {setIn(*Theirs, *only<TensorBag>(A))};
    const auto One = withOpenEnd(A), Other = withOpenEnd(B);
    if (One && Other)
      return uniteEnds(*One, *Other);
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
  if (const auto *Bag = only<TensorBag>(W)) {
    TensorValues Any = Bag->Most ? Bag->Set.at(0) : Bag->Each;
    for (const auto &[Position, Tensors] : Bag->Set)
      Any = unite(std::move(Any), Tensors);
    return Any;
  }
  TensorList All;
  if (const auto *List = only<TensorList>(W))
    All = *List;
  else if (const auto *Map = only<TensorMap>(W)) {
    for (const auto &[Key, Tensors] : Map->ByKey)
      All.push_back(Tensors);
    if (Map->ByAnyKey)
      All.push_back(*Map->ByAnyKey);
  }
  if (All.empty())
    return {};
  TensorValues Result = All.front();
  for (const TensorValues &Element : All)
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

} // namespace aoti_tidy
