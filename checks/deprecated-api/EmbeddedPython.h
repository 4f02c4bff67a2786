// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_EMBEDDEDPYTHON_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_EMBEDDEDPYTHON_H

#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include <optional>
#include <string>

namespace clang::tidy::aoti {

/// A Python attribute that C++ reaches for, through pybind11 or CPython's API:
/// m.attr("aot_load"), PyObject_CallMethod(m, "aot_load", ...).
struct PythonAttribute {
  std::string Path; ///< "torch._export.aot_load"
  const Expr *Name; ///< the argument that names it
  const CallExpr *Call;
};

/// The attribute that \p Call reaches for, if the source alone says of which
/// module: from an import, through attributes and never-changed locals.
std::optional<PythonAttribute> pythonAttributeOf(const CallExpr *Call,
                                                 ASTContext &Ctx);

/// Python source that C++ hands to the interpreter: py::exec(...),
/// PyRun_SimpleString(...).
struct PythonSource {
  std::string Text;
  /// Where all of the text stands, or null if it is put together.
  const StringLiteral *Literal = nullptr;
  const Expr *Argument = nullptr;

  /// The place of a byte of the text; of the argument if there is no literal.
  SourceLocation locationOf(size_t Offset, const ASTContext &Ctx) const;
};

std::optional<PythonSource> pythonSourceOf(const CallExpr *Call,
                                           ASTContext &Ctx);

/// Calls that the two functions above understand; cheap, over-approximate.
ast_matchers::StatementMatcher embeddedPythonCandidate();

} // namespace clang::tidy::aoti

#endif
