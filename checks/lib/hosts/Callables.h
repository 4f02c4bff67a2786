// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_CALLABLES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_CALLABLES_H

#include "checks/lib/hosts/UnitIndex.h"
#include "llvm/ADT/MapVector.h"

namespace aoti_tidy {

/// Lambdas, the variables and members that they are kept in, and the calls of
/// these. To be told of all of a file, from the outside of each expression in.
class Callables {
public:
  /// \p Holder is given \p Value.
  void keep(const clang::ValueDecl *Holder, const clang::Expr *Value);
  /// callback_(x), callback_ = [this](at::Tensor x) { … }, if (callback_); of
  /// \p E, in the function \p In.
  void visitCall(const clang::CallExpr &E,
                 llvm::ArrayRef<const clang::Expr *> Args,
                 const clang::FunctionDecl *In);
  /// \p E names \p Holder: if it neither sets nor calls it, whoever gets it may
  /// call it.
  void mention(const clang::Expr *E, const clang::ValueDecl *Holder);
  /// Whether it is known where \p Lambda is kept, or it is called at once.
  bool has(const clang::LambdaExpr &Lambda) const {
    return Lambdas.contains(&Lambda);
  }

  /// Calls \p Visit with the call operator of each that is kept, its calls
  /// through a std::function, and whether there may be others.
  void forEach(llvm::function_ref<void(const clang::FunctionDecl &,
                                       llvm::ArrayRef<UnitIndex::Call>, bool)>
                   Visit) const;

private:
  struct Callable {
    llvm::SmallVector<const clang::FunctionDecl *, 1> Bodies;
    llvm::SmallVector<UnitIndex::Call, 2> Calls; ///< of a std::function
    bool IsOpen = false; ///< it is more than set and called
  };
  const clang::ValueDecl *named(const clang::Expr *E);

  llvm::MapVector<const clang::ValueDecl *, Callable> All;
  llvm::DenseSet<const clang::LambdaExpr *> Lambdas;
  /// Where one is set or called.
  llvm::DenseSet<const clang::Expr *> Named;
};

} // namespace aoti_tidy

#endif
