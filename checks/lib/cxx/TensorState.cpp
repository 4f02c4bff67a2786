// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/TensorState.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

void TensorState::set(const ValueDecl &Var, Ways W) {
  if (W.empty() || isEscaped(Var))
    Known.erase(&Var);
  else
    Known[&Var] = std::move(W);
}

void TensorState::declare(const ValueDecl &Var, Ways W) {
  Escaped.erase(&Var);
  set(Var, std::move(W));
}

void TensorState::escape(const ValueDecl &Var) {
  Escaped.insert(&Var);
  Known.erase(&Var);
}

void TensorState::forgetFields(
    llvm::function_ref<bool(const FieldDecl &)> Wanted) {
  llvm::SmallVector<const ValueDecl *, 8> Fields;
  for (const auto &[Place, W] : Known)
    if (const auto *Field = dyn_cast<FieldDecl>(Place); Field && Wanted(*Field))
      Fields.push_back(Place);
  for (const ValueDecl *Field : Fields)
    Known.erase(Field);
}

void TensorState::copyFields(const TensorState &Other) {
  forgetFields([](const FieldDecl &) { return true; });
  for (const auto &[Place, W] : Other.Known)
    if (isa<FieldDecl>(Place))
      Known[Place] = W;
}

bool TensorState::join(const TensorState &Other) {
  bool Changed = false;
  for (const ValueDecl *Var : Other.Escaped)
    Changed |= Escaped.insert(Var).second;
  llvm::SmallVector<const ValueDecl *, 8> Lost;
  for (auto &[Var, Ours] : Known) {
    Ways Both = unite(Ours, Other.get(*Var));
    if (Both.empty() || isEscaped(*Var)) {
      Lost.push_back(Var);
    } else if (Both != Ours) {
      Ours = std::move(Both);
      Changed = true;
    }
  }
  for (const ValueDecl *Var : Lost)
    Known.erase(Var);
  return Changed || !Lost.empty();
}

static void forgetShape(TensorValue &T) {
  T.Sizes.reset();
  T.Strides.clear();
  T.Order = {};
}

/// Calls \p Change with each tensor that \p Known has.
template <typename Fn>
static void changeTensors(llvm::DenseMap<const ValueDecl *, Ways> &Known,
                          Fn Change) {
  for (auto &[Var, W] : Known)
    for (Value &V : W) {
      if (auto *Tensor = std::get_if<TensorValue>(&V))
        Change(*Tensor);
      if (auto *List = std::get_if<TensorList>(&V))
        for (TensorValues &Element : *List)
          llvm::for_each(Element, Change);
      if (auto *Bag = std::get_if<TensorBag>(&V)) {
        llvm::for_each(Bag->Each, Change);
        for (auto &[Position, Tensors] : Bag->Set)
          llvm::for_each(Tensors, Change);
      }
      if (auto *Map = std::get_if<TensorMap>(&V))
        for (auto &[Key, Tensors] : Map->ByKey)
          llvm::for_each(Tensors, Change);
    }
}

void TensorState::forgetTensors(bool Wholly) {
  changeTensors(Known, [&](TensorValue &T) {
    forgetShape(T);
    if (Wholly)
      T = {};
  });
}

void TensorState::forgetEmptyShapes() {
  changeTensors(Known, [](TensorValue &T) {
    if (T.Sizes && llvm::is_contained(T.Sizes->Value, Extent(0)))
      forgetShape(T);
  });
}

} // namespace aoti_tidy
