// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_TENSORSTATE_H
#define AOTI_TIDY_CHECKS_LIB_CXX_TENSORSTATE_H

#include "checks/lib/cxx/TensorWays.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti_tidy {

/// What the variables of a function hold at one point, and the members of the
/// object that it is a method of.
class TensorState {
public:
  /// Empty if not known.
  Ways get(const clang::ValueDecl &Var) const { return Known.lookup(&Var); }
  void set(const clang::ValueDecl &Var, Ways W);
  /// As set(), of a variable that comes to life: nothing refers to it yet.
  void declare(const clang::ValueDecl &Var, Ways W);
  /// From here on, anything may change the variable unseen.
  void escape(const clang::ValueDecl &Var);
  bool isEscaped(const clang::ValueDecl &Var) const {
    return Escaped.contains(&Var);
  }

  /// Other code may give the members that are \p Wanted other values.
  void forgetFields(llvm::function_ref<bool(const clang::FieldDecl &)> Wanted);
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
  llvm::DenseMap<const clang::ValueDecl *, Ways> Known;
  llvm::DenseSet<const clang::ValueDecl *> Escaped;
};

} // namespace aoti_tidy

#endif
