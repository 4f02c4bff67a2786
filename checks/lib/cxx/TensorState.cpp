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

void TensorState::forgetFields() {
  llvm::SmallVector<const ValueDecl *, 8> Fields;
  for (const auto &[Place, W] : Known)
    if (isa<FieldDecl>(Place))
      Fields.push_back(Place);
  for (const ValueDecl *Field : Fields)
    Known.erase(Field);
}

void TensorState::copyFields(const TensorState &Other) {
  forgetFields();
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

static void forget(TensorValue &T, bool Wholly) {
  T.Sizes.reset();
  T.Strides.clear();
  T.Order = {};
  if (Wholly)
    T = {};
}

void TensorState::forgetTensors(bool Wholly) {
  for (auto &[Var, W] : Known)
    for (Value &V : W) {
      if (auto *Tensor = std::get_if<TensorValue>(&V))
        forget(*Tensor, Wholly);
      if (auto *List = std::get_if<TensorList>(&V))
        for (TensorValues &Element : *List)
          for (TensorValue &T : Element)
            forget(T, Wholly);
      if (auto *Bag = std::get_if<TensorBag>(&V))
        for (TensorValue &T : Bag->Each)
          forget(T, Wholly);
      if (auto *Map = std::get_if<TensorMap>(&V))
        for (auto &[Key, Tensors] : Map->ByKey)
          for (TensorValue &T : Tensors)
            forget(T, Wholly);
    }
}

} // namespace aoti_tidy
