// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTRUN_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTRUN_H

#include "checks/lib/cxx/ControlFlow.h"
#include "clang/AST/Expr.h"

namespace aoti_tidy {

/// Tells which flags are set after the run of a model that has read them.
class FirstRuns {
public:
  explicit FirstRuns(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// The first run of a model before \p Set, a statement of \p Function (null
  /// outside of functions). Null unless that model, and no other, may run after
  /// \p Set, and nothing may put another one in its place.
  const clang::Expr *readerBefore(const clang::Stmt &Set,
                                  const clang::FunctionDecl *Function);

private:
  clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<ControlFlow>>
      Flows;
};

} // namespace aoti_tidy

#endif
