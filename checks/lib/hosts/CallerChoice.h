// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_CALLERCHOICE_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_CALLERCHOICE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace aoti_tidy {

/// The runs that callers choose in ways that Conditions do not say: by a null
/// pointer, which chooses the runner, or by what a function of the program makes of
/// its arguments. What one caller passes may be meant for another run then.
class CallerChoices {
public:
  /// Whether a caller of \p Function decides if it comes by \p Run.
  bool areBefore(const clang::FunctionDecl &Function,
                 const clang::CXXMemberCallExpr &Run, clang::ASTContext &Ctx);

  /// To be called between files.
  void clear() { Known.clear(); }

private:
  /// Of one function, which may have thousands of runs.
  struct Asked {
    void addRuns(const clang::Stmt *S);

    /// One whose run is in it; several make HasOtherRun.
    std::optional<const clang::ValueDecl *> Loader;
    bool HasOtherRun = false;
    /// The first question after which the function may be left.
    clang::SourceLocation FirstLeaving;
  };
  llvm::DenseMap<const clang::FunctionDecl *, Asked> Known;
};

} // namespace aoti_tidy

#endif
