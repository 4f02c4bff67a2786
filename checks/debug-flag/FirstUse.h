// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTUSE_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTUSE_H

#include "clang/AST/Expr.h"

namespace aoti_tidy {

class ControlFlow;

/// Places at which a process reads a flag for the last time: setting the flag
/// after one changes nothing. All of them are silent when in doubt.

/// The run of a loaded model that surely comes before \p Set, provided that no
/// model that is run or loaded later could still read the flag.
const clang::Expr *modelRunBefore(const clang::Stmt *Set,
                                  const ControlFlow &Flow,
                                  clang::ASTContext &Ctx);

/// What surely creates a CUDA context before \p Set.
const clang::Expr *cudaContextBefore(const clang::Stmt *Set,
                                     const ControlFlow &Flow,
                                     clang::ASTContext &Ctx);

/// What surely allocates through torch's CUDA allocator before \p Set.
const clang::Expr *cudaAllocationBefore(const clang::Stmt *Set,
                                        const ControlFlow &Flow,
                                        clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
