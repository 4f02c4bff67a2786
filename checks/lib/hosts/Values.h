// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_VALUES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_VALUES_H

#include "clang/AST/ASTContext.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// std::string, std::string_view, std::filesystem::path and their ports, const
/// char *.
bool isText(clang::QualType T);

/// The text that \p E has at run time, if the source alone says it: literals,
/// std::string / std::string_view / std::filesystem::path made from them,
/// concatenations, constants, and locals that are never changed. Nothing when
/// in doubt: a check that acts on the result must not guess.
std::optional<std::string> evaluateString(const clang::Expr *E,
                                          clang::ASTContext &Ctx);

/// The text that \p E surely ends with, under the same rules: all of it if that
/// is known, "/model.so" of 'dir + "/model.so"'.
std::optional<std::string> evaluateSuffix(const clang::Expr *E,
                                          clang::ASTContext &Ctx);

/// The integer (or bool, as 0 or 1) that \p E has at run time, under the same
/// rules.
std::optional<int64_t> evaluateInt(const clang::Expr *E,
                                   clang::ASTContext &Ctx);

/// As evaluateInt(), of what parameters and members are given as well, by all
/// files of the run: the index of a device, that a constructor passes on.
std::optional<int64_t> evaluateIntOfRun(const clang::Expr *E,
                                        clang::ASTContext &Ctx);

/// The literal that \p E takes its text from, looking through conversions but
/// not through variables: where a fix can edit the text. Null if there is none.
const clang::StringLiteral *stringLiteralIn(const clang::Expr *E);

/// Whether more than a value is lost where \p E, which one of the functions above
/// knows, is left out: 'i++', the condition of '(b = f()) ? "cpu" : "cpu"'.
bool hasEffects(const clang::Expr *E, const clang::ASTContext &Ctx);

/// Whether the function that \p Var is a local or parameter of may give it
/// another value than it starts with.
bool isChangedLater(const clang::VarDecl &Var, clang::ASTContext &Ctx);

/// The expression a variable surely still holds: its initialiser, if nothing
/// can have changed it since; null otherwise.
const clang::Expr *valueOfVariable(const clang::VarDecl *Var,
                                   clang::ASTContext &Ctx);

/// Whether nothing in \p Function can change \p Parameter, one of its own.
bool keepsValue(const clang::ParmVarDecl *Parameter,
                const clang::FunctionDecl &Function, clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
