// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/TensorState.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

void TensorState::set(const VarDecl &Var, Ways W) {
  if (W.empty() || isEscaped(Var))
    Known.erase(&Var);
  else
    Known[&Var] = std::move(W);
}

void TensorState::declare(const VarDecl &Var, Ways W) {
  Escaped.erase(&Var);
  set(Var, std::move(W));
}

void TensorState::escape(const VarDecl &Var) {
  Escaped.insert(&Var);
  Known.erase(&Var);
}

bool TensorState::join(const TensorState &Other) {
  bool Changed = false;
  for (const VarDecl *Var : Other.Escaped)
    Changed |= Escaped.insert(Var).second;
  llvm::SmallVector<const VarDecl *, 8> Lost;
  for (auto &[Var, Ours] : Known) {
    Ways Both = unite(Ours, Other.get(*Var));
    if (Both.empty() || isEscaped(*Var)) {
      Lost.push_back(Var);
    } else if (Both != Ours) {
      Ours = std::move(Both);
      Changed = true;
    }
  }
  for (const VarDecl *Var : Lost)
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
    }
}

} // namespace aoti_tidy
