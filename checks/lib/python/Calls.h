// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_CALLS_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_CALLS_H

#include "checks/lib/python/Names.h"

namespace aoti_tidy::python {

struct Argument {
  Node Value;
  Node Whole;              ///< the keyword_argument, else Value
  llvm::StringRef Keyword; ///< empty if it is positional
};

/// A call of something that has a known name.
struct Call {
  Node At;            ///< the "call"
  std::string Callee; ///< "torch._export.aot_compile"
  llvm::SmallVector<Argument, 4> Arguments;
  /// '*args' or '**options' are among the arguments, or broken text: what is
  /// not seen here may be in there.
  bool HasUnpacking = false;

  /// The argument for the parameter of that name, which is the \p Position-th
  /// positional one, from 0; null if it is not given or not seen.
  const Argument *argument(unsigned Position, llvm::StringRef Name) const;
  /// The argument 'Name=...'.
  const Argument *keyword(llvm::StringRef Name) const;
  /// The \p Position-th positional argument, if no '*' is before it.
  const Argument *positional(unsigned Position) const;
};

/// 'c' of 'a.b.c', by which a function is called.
inline llvm::StringRef lastName(Node Dotted) {
  return (Dotted.is("attribute") ? Dotted.field("attribute") : Dotted).text();
}

/// The arguments of \p Call, keyword_argument and '*' among them. The one of
/// 'f(x for x in y)' is its generator_expression.
llvm::SmallVector<Node, 4> argumentsOf(Node Call);

/// A call of something that has no known name: its Callee is empty.
Call namelessCall(Node At);

/// The calls whose callee has a known name, in the order of the text.
std::vector<Call> callsIn(const Names &N);

} // namespace aoti_tidy::python

#endif
