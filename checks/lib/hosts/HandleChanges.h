// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_HANDLECHANGES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_HANDLECHANGES_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"

namespace aoti_tidy {

// A reference or iterator is evaluated where it is used: what it was bound by has
// to be the same there.

/// Whether what \p Key says, of 'auto &x = v[key]', is the same wherever \p
/// Reference can be named.
bool keepsKey(const clang::VarDecl &Reference, const clang::Expr &Key);

/// What \p Iterator is set to after its initialiser; null for what may be
/// anything. To be moved along in its container does not set it.
llvm::ArrayRef<const clang::Expr *>
laterValuesOf(const clang::VarDecl &Iterator);

/// The variable that \p E names, or the one that a binding is a part of.
const clang::VarDecl *holderIn(const clang::Expr *E);

} // namespace aoti_tidy

#endif
