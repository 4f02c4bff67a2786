// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_LOCALNAMES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_LOCALNAMES_H

#include "clang/AST/ExprCXX.h"

namespace aoti_tidy {

/// What \p Var, a local reference to a tensor or to what holds some, is another name
/// of: "batch.ids" of 'auto &ids = batch.ids;'. To be evaluated where the name is
/// used. Null if it is none, or names something that is made for it, or an element
/// whose key is another one by then.
const clang::Expr *namedBy(const clang::VarDecl &Var);

/// Names of names of names: beyond, nothing is known.
constexpr unsigned MaxNames = 6;

/// The optional that \p E gives the value of: "x" of '*x', 'x.value()' and the
/// operator of 'x->cuda()'. Null if there is none.
const clang::Expr *optionalBehind(const clang::Expr *E);

/// What \p E names in the end, by way of local references and of optionals: the
/// expression that names a variable, a member, an element.
const clang::Expr *withoutNames(const clang::Expr *E);

} // namespace aoti_tidy

#endif
