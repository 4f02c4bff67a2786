// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTUSE_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTUSE_H

#include "checks/lib/torch/EnvFlags.h"
#include "clang/AST/Expr.h"

namespace aoti_tidy {

/// What surely reads a flag of that phase for the last time before \p Set, in
/// \p Function (null outside of functions), so that setting it changes nothing:
/// the first run of a loaded model, if no model that is run or loaded later
/// could still read the flag; what creates the CUDA context; what allocates
/// through torch's CUDA allocator. Null when in doubt.
const clang::Expr *readerBefore(const clang::Stmt *Set, FlagPhase Phase,
                                const clang::FunctionDecl *Function,
                                clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
