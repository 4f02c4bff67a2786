// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_HOLDEREXPRS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_HOLDEREXPRS_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

// Expressions that name a variable or member which holds a loader, and that get at
// the loader through it: '*p', 'p.get()', 'models["vision"]'.

/// The variable or member that \p E names, itself or an element of it.
const clang::ValueDecl *holderNamed(const clang::Expr *E);
/// Whether code that this file does not have can give \p Holder another value.
bool canChangeElsewhere(const clang::ValueDecl *Holder);
/// Adds what the body \p S of a function returns, lambdas in it aside; null for
/// 'return;'.
void returnsOf(const clang::Stmt *S,
               llvm::SmallVectorImpl<const clang::Expr *> &Into);
/// \p E without wrappers, conversions and accesses to elements of containers.
const clang::Expr *unwrapped(const clang::Expr *E);
/// 'nullptr', 'std::nullopt', '{}': no loader at all.
bool isNothing(const clang::Expr *E);
} // namespace aoti_tidy

#endif
