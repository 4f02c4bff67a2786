// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_LOCALNAMES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_LOCALNAMES_H

#include "clang/AST/ExprCXX.h"

namespace aoti_tidy {

/// The expression that \p Var, a local reference to a tensor or to something that
/// holds tensors, is another name of: "batch.ids" of 'auto &ids = batch.ids;'. Null
/// unless it names a variable, a member, or an element by a constant key.
const clang::Expr *namedBy(const clang::VarDecl &Var);

/// How many references to references are followed.
constexpr unsigned MaxNames = 6;

/// \p E with local references and optionals replaced by the variable, member or
/// element behind them.
const clang::Expr *withoutNames(const clang::Expr *E);

} // namespace aoti_tidy

#endif
