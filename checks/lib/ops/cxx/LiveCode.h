// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_LIVECODE_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_LIVECODE_H

#include "clang/AST/Decl.h"
#include <vector>

namespace aoti_tidy {

/// A statement or expression of a kernel.
struct LiveStmt {
  const clang::Stmt *S;
  /// False where a condition that is not evaluated decides whether export gets
  /// there: see asksForKind() and asksForMode().
  bool IsJudged;
};

/// The code of a function that runs when its tensors are meta tensors with
/// symbolic sizes.
struct LiveCode {
  /// Each once, in source order, an expression before its operands. Without
  /// unevaluated operands, discarded branches, branches that meta tensors do
  /// not take, the operands of what throws, and code with errors.
  std::vector<LiveStmt> Stmts;
  /// Some code could not be read.
  bool Broken = false;
};

/// \p Function has a body. Lambdas in it are part of it. Code of a helper that
/// depends on its mode is not judged: the kernel may pass a constant for it.
LiveCode liveCode(const clang::FunctionDecl &Function, bool IsHelper);

} // namespace aoti_tidy

#endif
