// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_EMBEDDEDPYTHON_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_EMBEDDEDPYTHON_H

#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// A Python attribute that C++ reaches for, through pybind11 or CPython's API:
/// m.attr("aot_load"), PyObject_CallMethod(m, "aot_load", ...).
struct PythonAttribute {
  std::string Path;        ///< "torch._export.aot_load"
  const clang::Expr *Name; ///< the argument that names it
  const clang::CallExpr *Call;
};

/// The attribute that \p Call reaches for, if the source alone says of which
/// module: from an import, through attributes and never-changed locals.
std::optional<PythonAttribute> pythonAttributeOf(const clang::CallExpr *Call,
                                                 clang::ASTContext &Ctx);

/// Python source that C++ hands to the interpreter: py::exec(...),
/// PyRun_SimpleString(...).
struct PythonSource {
  std::string Text;
  /// Where all of the text stands, or null if it is put together.
  const clang::StringLiteral *Literal = nullptr;
  const clang::Expr *Argument = nullptr;

  /// The place of a byte of the text; of the argument if there is no literal.
  clang::SourceLocation locationOf(size_t Offset,
                                   const clang::ASTContext &Ctx) const;
};

std::optional<PythonSource> pythonSourceOf(const clang::CallExpr *Call,
                                           clang::ASTContext &Ctx);

/// Calls that the two functions above understand; cheap, over-approximate.
clang::ast_matchers::StatementMatcher embeddedPythonCandidate();

} // namespace aoti_tidy

#endif
