// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOST_CALLERCHOICE_H
#define AOTI_TIDY_CHECKS_LIB_HOST_CALLERCHOICE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace aoti_tidy {

/// Whether a caller of \p Function decides if it comes by \p Run in a way that
/// Conditions do not say: by a null pointer, which chooses the runner, or by what
/// a function of the program makes of its arguments. What one caller passes may be
/// meant for another run then.
bool isChosenByCaller(const clang::FunctionDecl &Function,
                      const clang::CXXMemberCallExpr &Run,
                      clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
