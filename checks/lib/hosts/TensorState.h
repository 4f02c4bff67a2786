// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORSTATE_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORSTATE_H

#include "checks/lib/hosts/TensorWays.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ImmutableMap.h"
#include "llvm/ADT/ImmutableSet.h"
#include <deque>

namespace aoti_tidy {

/// Shares values among states: a constructor that sets a thousand members has a
/// thousand states, each with one member more than the one before. Outlives the
/// states made in it.
class StateStore {
public:
  StateStore() = default;
  StateStore(const StateStore &) = delete;
  StateStore &operator=(const StateStore &) = delete;
  /// How many values it keeps, those of states that are gone, too.
  size_t size() const { return Kept.size(); }

private:
  friend class TensorState;
  using Values = llvm::ImmutableMap<const clang::ValueDecl *, const Ways *>;
  using Places = llvm::ImmutableSet<const clang::ValueDecl *>;

  const Ways *keep(Ways W) { return &Kept.emplace_back(std::move(W)); }

  // No two are looked at for being the same: that takes longer than it saves.
  Values::Factory MakeValues{/*canonicalize=*/false};
  Places::Factory MakePlaces{/*canonicalize=*/false};
  std::deque<Ways> Kept;
};

/// The values of a function's variables at one point, and of the members of its
/// object.
class TensorState {
public:
  explicit TensorState(StateStore &Store)
      : Store(&Store), Variables(Store.MakeValues.getEmptyMap()),
        Fields(Store.MakeValues.getEmptyMap()),
        Escaped(Store.MakePlaces.getEmptySet()) {}

  /// Empty if not known.
  Ways get(const clang::ValueDecl &Var) const;
  void set(const clang::ValueDecl &Var, Ways W);
  /// As set(), of a variable that comes to life: nothing refers to it yet.
  void declare(const clang::ValueDecl &Var, Ways W);
  /// From here on, anything may change the variable unseen.
  void escape(const clang::ValueDecl &Var);
  bool isEscaped(const clang::ValueDecl &Var) const {
    return Escaped.contains(&Var);
  }

  /// Other code may have given any member another value.
  void forgetFields();
  /// From here on, other code may do so at any time.
  void openFields();
  /// Takes over what \p Other knows of members.
  void copyFields(const TensorState &Other);

  /// To what holds on either way; whether that changes anything.
  bool join(const TensorState &Other);

  /// Tensors without elements may be given some.
  void forgetEmptyShapes();

  /// A tensor has changed its shape in place, or, if \p Wholly, more: any other
  /// may share it.
  void forgetTensors(bool Wholly);

private:
  void put(StateStore::Values &Into, const clang::ValueDecl &Var, Ways W);
  void drop(StateStore::Values &From, const clang::ValueDecl &Var);
  StateStore::Values &valuesOf(const clang::ValueDecl &Var) {
    return isa<clang::FieldDecl>(Var) ? Fields : Variables;
  }
  bool join(StateStore::Values &Ours, const StateStore::Values &Theirs);
  void changeTensors(llvm::function_ref<void(TensorValue &)> Change);

  StateStore *Store;
  StateStore::Values Variables;
  StateStore::Values Fields;
  StateStore::Places Escaped;
  bool AreFieldsOpen = false;
};

} // namespace aoti_tidy

#endif
