// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_SOURCEEDITS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_SOURCEEDITS_H

#include "checks/lib/ops/cxx/SizeTypes.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <optional>
#include <vector>

namespace aoti_tidy {

/// Collects replacements of text that the user wrote. Each function returns
/// whether the text is the user's to change: in a file of theirs, possibly as
/// a macro's argument, never in a macro's definition.
///
/// The same text may be edited more than once (a template's, a macro
/// argument's), but only alike.
class SourceEdits {
public:
  explicit SourceEdits(clang::ASTContext &Ctx) : Ctx(&Ctx) {}

  /// Refuses any later edit at \p Loc.
  void protect(clang::SourceLocation Loc) { Protected.insert(Loc); }
  /// Replaces the one token at \p Loc, which must read \p Old.
  bool rename(clang::SourceLocation Loc, llvm::StringRef Old,
              const std::string &New);
  /// Replaces a range of tokens.
  bool replace(clang::SourceRange Tokens, const std::string &New);
  /// Adds text behind \p E.
  bool insertAfter(const clang::Expr *E, const std::string &New);
  /// Leaves \p Inner of \p Outer, in parentheses unless \p Primary.
  bool unwrap(clang::CharSourceRange Outer, const clang::Expr *Inner,
              bool Primary);
  /// Gives what \p Written says its symbolic type: int64_t, const int64_t &,
  /// std::vector<int64_t>. Nothing to do for auto.
  bool makeSymbolic(clang::TypeLoc Written);
  /// Gives the parameter the symbolic type that a kernel takes by value.
  bool makeParameterSymbolic(const clang::ParmVarDecl *Parameter);

  /// Nothing if two edits contradict each other.
  std::optional<std::vector<clang::FixItHint>> takeFixIts();

private:
  bool add(clang::CharSourceRange Range, const std::string &New);
  /// The range in the file it is spelled in; invalid if that cannot be edited.
  clang::CharSourceRange inFile(clang::CharSourceRange Range) const;

  clang::ASTContext *Ctx;
  struct Edit {
    clang::CharSourceRange Range;
    std::string New;
  };
  // By file and begin, so that neighbours show overlaps.
  std::map<std::pair<clang::FileID, unsigned>, Edit> Edits;
  llvm::DenseSet<clang::SourceLocation> Protected;
  bool Contradiction = false;
};

} // namespace aoti_tidy

#endif
