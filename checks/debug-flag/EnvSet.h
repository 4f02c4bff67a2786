// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_ENVSET_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_ENVSET_H

#include "clang/AST/Expr.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// A call that sets an environment variable whose name the source tells:
/// setenv, putenv, c10::utils::set_env and their Windows relatives. Removing a
/// variable is not setting it.
struct EnvSet {
  const clang::CallExpr *Call = nullptr;
  std::string Name;
  /// Nothing if it is only known at run time.
  std::optional<std::string> Value;
  /// The literal that says the value, or the "NAME=value" of a putenv; null if
  /// it is not in the call itself.
  const clang::StringLiteral *Literal = nullptr;
  /// putenv: the literal holds the name too.
  bool LiteralHoldsName = false;
};

/// The variable that \p Call, a match of envSetCandidate(), sets; nullopt if it
/// sets none.
std::optional<EnvSet> envSetOf(const clang::CallExpr *Call,
                               clang::ASTContext &Ctx);

/// Calls that envSetOf() understands; cheap, over-approximate.
clang::ast_matchers::StatementMatcher envSetCandidate();

} // namespace aoti_tidy

#endif
