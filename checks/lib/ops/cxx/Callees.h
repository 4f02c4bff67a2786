// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_CALLEES_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_CALLEES_H

#include "clang/AST/ExprCXX.h"

namespace aoti_tidy {

/// A function that a kernel calls, seen from the kernel.
struct Callee {
  enum class Kind {
    Known,  ///< torch's own, std, builtins, and lambdas of the caller itself
    Helper, ///< the user's, with a body in sight; also the 'forward' that a
            ///< torch::autograd::Function's 'apply' runs
    Opaque, ///< anything else: nobody knows what it does
  };
  Kind K;
  const clang::FunctionDecl *Body = nullptr; ///< of a Helper
  /// Parameters of Body before the one that the call's first argument is for.
  unsigned LeadingParameters = 0;
};

/// The callee of \p S, a statement of \p Caller. Known if it calls nothing.
Callee calleeOf(const clang::Stmt &S, const clang::FunctionDecl &Caller,
                const clang::SourceManager &SM);

} // namespace aoti_tidy

#endif
