// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_MODELRUNS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_MODELRUNS_H

#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/hosts/Conditions.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace aoti_tidy {

/// AOTIModelPackageLoader, AOTIModelContainerRunner, what derives from them.
bool isModelClass(const clang::CXXRecordDecl *Record);

/// loader.run(...), runner->boxed_run(...), AOTInductorModelContainerRun(...)
bool isModelRun(const clang::Stmt *S);

/// A loader that may be the one that runs.
struct LoaderWay : Construction {
  /// What leads to it from the run's object: assignments, returns, pushes. They
  /// are where the loader is chosen.
  llvm::SmallVector<const clang::Expr *, 3> Through;
  /// The calls among them: what their callees ask of their parameters, they ask
  /// of the arguments.
  llvm::SmallVector<const clang::CallExpr *, 1> Calls;

  /// What holds if this is the loader that runs.
  Conditions chosenUnder(clang::ASTContext &Ctx) const;
};

/// A model class, or something that points to one: a raw or smart pointer, an
/// optional, a container of them.
bool holdsModel(clang::QualType T);

/// The loaders that the variables, members and parameters of one file can hold.
class LoaderBindings {
public:
  /// What add() understands.
  static std::vector<clang::ast_matchers::DeclarationMatcher> declarations();
  static std::vector<clang::ast_matchers::StatementMatcher> statements();
  void add(const clang::ast_matchers::MatchFinder::MatchResult &Result);

  /// The constructions that can have made the loader that \p Object is, or
  /// points to. Empty if there may be another one. To be asked when all of the
  /// file was seen.
  llvm::SmallVector<LoaderWay, 1> loadersOf(const clang::Expr *Object) const;

private:
  struct Given {
    const clang::Expr *Value; ///< null for what cannot be followed
    /// Of a map, the constant that it is kept by, if it is one.
    std::optional<std::string> Key;
  };
  struct Holder {
    /// What it is set to.
    llvm::SmallVector<Given, 2> Values;
    /// Whether other files can set it, once that was asked: a class may have as
    /// many methods as runs.
    mutable std::optional<bool> CanChangeElsewhere;
  };
  using Path = llvm::SmallVector<const clang::Expr *, 3>;
  bool collect(const clang::Expr *Value, const Path &Before, unsigned Depth,
               llvm::SmallVectorImpl<LoaderWay> &Into) const;
  /// \p Key: of a map, what is kept by that; by any key if nothing.
  bool collect(const clang::ValueDecl *Holder,
               const std::optional<std::string> &Key, const Path &Before,
               unsigned Depth, llvm::SmallVectorImpl<LoaderWay> &Into) const;

  llvm::DenseMap<const clang::ValueDecl *, Holder> Holders;
  clang::ASTContext *Ctx = nullptr;
};

} // namespace aoti_tidy

#endif
