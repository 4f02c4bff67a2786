// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_STATEMENTSAROUND_H
#define AOTI_TIDY_CHECKS_LIB_CXX_STATEMENTSAROUND_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace aoti_tidy {

/// Calls \p Visit with each statement around \p S in its function, from the
/// innermost, and the part of it that \p S is in, until it returns true. Whether
/// it did.
bool anyAround(
    const clang::Stmt &S, clang::ASTContext &Ctx,
    llvm::function_ref<bool(const clang::Stmt &Outer, const clang::Stmt &Inner)>
        Visit);

/// The function, method or lambda that \p S stands in; null if it is none.
const clang::FunctionDecl *functionAround(const clang::Stmt &S,
                                          clang::ASTContext &Ctx);

/// The condition, of an 'if', '?:', '&&', '||' or switch, that decides whether \p Inner, a
/// part of \p Outer, is evaluated; null if there is none.
const clang::Expr *conditionOn(const clang::Stmt &Outer,
                               const clang::Stmt &Inner);

} // namespace aoti_tidy

#endif
