// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_RETURNEDVALUES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_RETURNEDVALUES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace aoti_tidy {

/// What \p Function returns if that is all it does; null if it does more:
/// 'bool useGpu() { return torch::cuda::is_available(); }'.
const clang::Expr *returnedAlone(const clang::FunctionDecl &Function);

/// What the member \p Field of \p Struct surely is, a call or a variable that is
/// made by one and stays as it is: what the function sets it to, once and on no
/// condition. Null if there is no telling.
const clang::Expr *valueOfMember(const clang::Expr &Struct,
                                 const clang::FieldDecl &Field,
                                 clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
