// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_HOLDERALIASES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_HOLDERALIASES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

// Other names of what holds loaders: references, pointers, iterators, bindings.

/// A holder, or an element of one.
struct HolderPlace {
  const clang::ValueDecl *Holder = nullptr;
  /// What the element is kept by, if that is one of a map; null if it may be any.
  const clang::Expr *Key = nullptr;
};
using HolderPlaces = llvm::SmallVector<HolderPlace, 2>;

/// Whether a variable of type \p T can be set to hold another loader.
bool isSlot(clang::QualType T);
/// What a change of \p E changes: 'models[n]' of 'slot' after
/// 'auto &slot = models[n]', of '*p' after 'auto *p = &models[n]'.
HolderPlaces placesNamed(const clang::Expr *E);
/// What \p E, a pointer to holders or an iterator, points to.
HolderPlaces placesBehind(const clang::Expr *E);
/// Whether all that can be done by way of \p Handle, a pointer to holders or an
/// iterator, is done to expressions that placesNamed() understands.
bool isOnlyUsedInSight(const clang::Expr &Handle, clang::ASTContext &Ctx);
/// Whether \p Call gives an iterator into a container of loaders, or a pointer.
bool opensContainer(const clang::CXXMemberCallExpr &Call);
/// Whether all that calls \p Function, or may change what it refers to, is in
/// this file.
bool isOnlyCalledInSight(const clang::FunctionDecl &Function);

} // namespace aoti_tidy

#endif
