// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_LOADERBINDINGS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_LOADERBINDINGS_H

#include "checks/lib/hosts/AotiApi.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace aoti_tidy {

/// The loaders that the variables, members and parameters of one file can hold.
///
/// Holders are told apart by their declarations: the elements of a container are
/// one. One whose address or mutable reference goes elsewhere is unknown, and so
/// are all that can be set again where the file sets one through an iterator or a
/// pointer: 'it->second = std::make_unique<Loader>(path)'.
class LoaderBindings {
public:
  /// Matchers of what add() understands.
  static std::vector<clang::ast_matchers::DeclarationMatcher> declarations();
  static std::vector<clang::ast_matchers::StatementMatcher> statements();
  void add(const clang::ast_matchers::MatchFinder::MatchResult &Result);

  /// The constructions that can have made the loader that \p Object is, or points
  /// to. Empty if there may be another one. Call it once all of the file was
  /// added.
  llvm::SmallVector<Construction, 1> loadersOf(const clang::Expr *Object) const;

private:
  // One for each matcher.
  void addVariable(const clang::VarDecl &Var);
  void addField(const clang::FieldDecl &Field, const clang::Expr &Default);
  void addConstructor(const clang::CXXConstructorDecl &Constructor);
  void addAccessor(const clang::FunctionDecl &Function);
  void addAssignment(const clang::Expr &E);
  void addMethod(const clang::CXXMemberCallExpr &E);
  void addArguments(const clang::FunctionDecl &Callee,
                    llvm::ArrayRef<const clang::Expr *> Args);

  /// \p Value is null if it cannot be followed.
  void set(const clang::ValueDecl &Holder, const clang::Expr *Value);
  /// As set(), of the holder that \p Target names, by way of local references.
  void give(const clang::Expr *Target, const clang::Expr *Value);

  struct Holder {
    llvm::SmallVector<const clang::Expr *, 2> Values;
    /// Whether other files can set it, once that was asked: a class may have as
    /// many methods as runs.
    mutable std::optional<bool> CanChangeElsewhere;
  };
  bool collect(const clang::Expr *Value, unsigned Depth,
               llvm::SmallVectorImpl<Construction> &Into) const;
  bool collect(const clang::ValueDecl &Holder, unsigned Depth,
               llvm::SmallVectorImpl<Construction> &Into) const;

  llvm::DenseMap<const clang::ValueDecl *, Holder> Holders;
  bool IsSetUnseen = false; ///< some holder was set, and it is not known which
  clang::ASTContext *Ctx = nullptr;
};

} // namespace aoti_tidy

#endif
