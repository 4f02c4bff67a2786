// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTUSE_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_FIRSTUSE_H

#include "checks/lib/torch/EnvFlags.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace aoti_tidy {

class FunctionUses;

/// What reads flags in the functions of one file. Each function is looked
/// through once, however many flags are set in it.
class FirstUses {
public:
  explicit FirstUses(clang::ASTContext &Ctx);
  ~FirstUses();

  /// What surely reads a flag of that phase for the last time before \p Set, in
  /// \p Function (null outside of functions), so that setting it changes
  /// nothing: the first run of a loaded model, if no model that is run or loaded
  /// later could still read the flag; what creates the CUDA context; what
  /// allocates through torch's CUDA allocator. Null when in doubt.
  const clang::Expr *readerBefore(const clang::Stmt *Set, FlagPhase Phase,
                                  const clang::FunctionDecl *Function);

private:
  clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<FunctionUses>>
      ByFunction;
};

} // namespace aoti_tidy

#endif
