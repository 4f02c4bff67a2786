// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_FUNCTIONS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_FUNCTIONS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// A parameter of a function or lambda.
struct FunctionParameter {
  Node Declared;        ///< with the annotation and the default
  Node Name;            ///< the identifier
  bool IsSplat = false; ///< '*sizes'
  bool IsKeywordOnly = false;
};

/// The parameters of \p Function in their order; those that only keywords reach
/// included, '**kwargs' not.
llvm::SmallVector<FunctionParameter, 8> parametersOf(Node Function);

/// The argument of \p Call for \p P, the \p Position-th parameter, or else the
/// default; null if unknown.
Node givenFor(const FunctionParameter &P, unsigned Position, Node Call);

/// Whether a decorator may make something else of \p Definition than what it
/// says: any that is neither one of torch's that leave it, nor in \p Others.
bool isReplaced(Node Definition, const File &F,
                llvm::ArrayRef<llvm::StringRef> Others = {});

/// The expression that the file's function \p Callee returns, if it has one
/// 'return'. Null if a decorator may replace the result.
Node returnedBy(Node Callee, const File &F);

} // namespace aoti_tidy::python

#endif
