// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_LIVECODE_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_LIVECODE_H

#include "checks/lib/ops/cxx/MetaCondition.h"

namespace aoti_tidy {

/// A statement or expression of a kernel.
struct LiveStmt {
  const clang::Stmt *S;
  /// Only reached where a c10::SymInt was found to be concrete:
  /// 'if (!n.is_symbolic())'.
  bool AfterConcreteTest;
};

/// What a function evaluates when its tensors are meta tensors with symbolic
/// sizes.
struct LiveCode {
  /// Each once, in source order, an expression before its operands. Without
  /// unevaluated operands, discarded branches, branches that meta tensors do
  /// not take, the operands of what throws, and code with errors.
  std::vector<LiveStmt> Stmts;
  /// Some code could not be read.
  bool Broken = false;
};

/// \p Function has a body. Lambdas in it are part of it. \p Known is what it is
/// called with.
LiveCode liveCode(const clang::FunctionDecl &Function,
                  const KnownArguments &Known, clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
