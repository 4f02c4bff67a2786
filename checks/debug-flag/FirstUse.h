// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTUSE_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTUSE_H

#include "clang/AST/Expr.h"

namespace clang::tidy::aoti {

class ControlFlow;

/// Places at which a process reads a flag for the last time: setting the flag
/// after one changes nothing. All of them are silent when in doubt.

/// The run of a loaded model that surely comes before \p Set, provided that no
/// model that is run or loaded later could still read the flag.
const Expr *modelRunBefore(const Stmt *Set, const ControlFlow &Flow,
                           ASTContext &Ctx);

/// What surely creates a CUDA context before \p Set.
const Expr *cudaContextBefore(const Stmt *Set, const ControlFlow &Flow,
                              ASTContext &Ctx);

/// What surely allocates through torch's CUDA allocator before \p Set.
const Expr *cudaAllocationBefore(const Stmt *Set, const ControlFlow &Flow,
                                 ASTContext &Ctx);

} // namespace clang::tidy::aoti

#endif
