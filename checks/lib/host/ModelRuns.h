// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOST_MODELRUNS_H
#define AOTI_TIDY_CHECKS_LIB_HOST_MODELRUNS_H

#include "checks/lib/cxx/AotiApi.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace clang::tidy::aoti {

/// AOTIModelPackageLoader, AOTIModelContainerRunner, what derives from them.
bool isModelClass(const CXXRecordDecl *Record);

/// loader.run(...), runner->boxed_run(...), AOTInductorModelContainerRun(...)
bool isModelRun(const Stmt *S);

/// A model class, or something that points to one: a raw or smart pointer, an
/// optional.
bool holdsModel(QualType T);

/// The loaders that the variables, members and parameters of one file can hold.
class LoaderBindings {
public:
  /// What add() understands.
  static std::vector<ast_matchers::DeclarationMatcher> declarations();
  static std::vector<ast_matchers::StatementMatcher> statements();
  void add(const ast_matchers::MatchFinder::MatchResult &Result);

  /// The constructions that can have made the loader that \p Object is, or
  /// points to. Empty if there may be another one. To be asked when all of the
  /// file was seen.
  llvm::SmallVector<Construction, 1> loadersOf(const Expr *Object) const;

private:
  struct Holder {
    /// What it is set to; null for what cannot be followed.
    llvm::SmallVector<const Expr *, 2> Values;
  };
  bool collect(const Expr *Value, unsigned Depth,
               llvm::SmallVectorImpl<Construction> &Into) const;
  bool collect(const ValueDecl *Holder, unsigned Depth,
               llvm::SmallVectorImpl<Construction> &Into) const;

  llvm::DenseMap<const ValueDecl *, Holder> Holders;
};

} // namespace clang::tidy::aoti

#endif
