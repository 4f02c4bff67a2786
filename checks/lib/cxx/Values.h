// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_VALUES_H
#define AOTI_TIDY_CHECKS_LIB_CXX_VALUES_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// std::string, std::string_view, std::filesystem::path and their ports, const
/// char *.
bool isText(clang::QualType T);

/// Says what parameters and members hold, which a function alone does not.
class ValueSource {
public:
  virtual ~ValueSource() = default;
  /// All that \p Place may be given; empty if it may be something else.
  virtual llvm::SmallVector<const clang::Expr *, 2>
  valuesOf(const clang::ValueDecl &Place) const = 0;
};

/// A text, as far as it is known: all of it, or how it ends.
struct EvaluatedText {
  std::string Text;
  bool IsComplete = true;
};

/// The text that \p E has at run time: literals, std::string / std::string_view /
/// std::filesystem::path made from them, concatenations, constants, locals that
/// are never changed, and what \p Given says of others. Nothing when in doubt: a
/// check that acts on the result must not guess.
std::optional<EvaluatedText>
textOf(const clang::Expr *E, clang::ASTContext &Ctx, const ValueSource &Given);

/// The integer (or bool, as 0 or 1) that \p E has at run time, by its function
/// alone.
std::optional<int64_t> evaluateInt(const clang::Expr *E,
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
/// Whether \p Part of its function may.
bool isChangedIn(const clang::VarDecl &Var, const clang::Stmt &Part,
                 clang::ASTContext &Ctx);

/// The expression a variable surely still holds: its initialiser, if nothing
/// can have changed it since; null otherwise.
const clang::Expr *valueOfVariable(const clang::VarDecl *Var,
                                   clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
