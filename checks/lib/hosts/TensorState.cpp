// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TensorState.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

Ways TensorState::get(const ValueDecl &Var) const {
  const Ways *const *W =
      (isa<FieldDecl>(Var) ? Fields : Variables).lookup(&Var);
  return W ? **W : Ways();
}

void TensorState::put(StateStore::Values &Into, const ValueDecl &Var, Ways W) {
  Into = Store->MakeValues.add(Into, &Var, Store->keep(std::move(W)));
}

void TensorState::drop(StateStore::Values &From, const ValueDecl &Var) {
  if (From.contains(&Var))
    From = Store->MakeValues.remove(From, &Var);
}

/// \p W, but for how many elements there are, and which is which, where these are
/// more than a person writes down: each call of a function has a state after it.
static Ways withoutLongLists(Ways W) {
  constexpr size_t MaxElements = 256;
  const auto *List = only<TensorList>(W);
  const auto *Sizes = only<IntList>(W);
  if (List && List->size() > MaxElements)
    return bagOf(elementsOf(W));
  return Sizes && Sizes->size() > MaxElements ? Ways() : W;
}

void TensorState::set(const ValueDecl &Var, Ways W) {
  W = withoutLongLists(std::move(W));
  const bool IsOpen = isa<FieldDecl>(Var) && AreFieldsOpen;
  if (W.empty() || IsOpen || isEscaped(Var))
    drop(valuesOf(Var), Var);
  else
    put(valuesOf(Var), Var, std::move(W));
}

void TensorState::declare(const ValueDecl &Var, Ways W) {
  if (isEscaped(Var))
    Escaped = Store->MakePlaces.remove(Escaped, &Var);
  set(Var, std::move(W));
}

void TensorState::escape(const ValueDecl &Var) {
  Escaped = Store->MakePlaces.add(Escaped, &Var);
  drop(valuesOf(Var), Var);
}

void TensorState::forgetFields() { Fields = Store->MakeValues.getEmptyMap(); }

void TensorState::openFields() {
  forgetFields();
  AreFieldsOpen = true;
}

void TensorState::copyFields(const TensorState &Other) {
  AreFieldsOpen |= Other.AreFieldsOpen;
  Fields = AreFieldsOpen ? Store->MakeValues.getEmptyMap() : Other.Fields;
}

bool TensorState::join(StateStore::Values &Ours,
                       const StateStore::Values &Theirs) {
  if (Ours.getRootWithoutRetain() == Theirs.getRootWithoutRetain())
    return false;
  bool Changed = false;
  const StateStore::Values Before = Ours;
  for (const auto &[Var, Known] : Before) {
    const Ways *const *Other = Theirs.lookup(Var);
    if (Other && *Other == Known)
      continue;
    Ways Both = Other ? unite(*Known, **Other) : Ways();
    if (Both == *Known)
      continue;
    if (Both.empty())
      drop(Ours, *Var);
    else
      put(Ours, *Var, std::move(Both));
    Changed = true;
  }
  return Changed;
}

bool TensorState::join(const TensorState &Other) {
  bool Changed = false;
  for (const ValueDecl *Var : Other.Escaped)
    if (!isEscaped(*Var)) {
      escape(*Var);
      Changed = true;
    }
  if (Other.AreFieldsOpen && !AreFieldsOpen) {
    openFields();
    Changed = true;
  }
  Changed |= join(Variables, Other.Variables);
  Changed |= join(Fields, Other.Fields);
  return Changed;
}

void TensorState::changeTensors(
    llvm::function_ref<void(TensorValue &)> Change) {
  for (StateStore::Values *Each : {&Variables, &Fields}) {
    const StateStore::Values Before = *Each;
    for (const auto &[Var, W] : Before) {
      Ways Changed = *W;
      forEachTensor(Changed, Change);
      if (Changed != *W)
        put(*Each, *Var, std::move(Changed));
    }
  }
}

void TensorState::forgetTensors(bool Wholly) {
  changeTensors([&](TensorValue &T) {
    forgetShape(T);
    if (Wholly)
      T = {};
  });
}

void TensorState::forgetEmptyShapes() {
  changeTensors([](TensorValue &T) {
    if (T.Sizes && llvm::is_contained(T.Sizes->Value, Extent(0)))
      forgetShape(T);
  });
}

} // namespace aoti_tidy
