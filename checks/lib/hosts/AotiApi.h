// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_AOTIAPI_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_AOTIAPI_H

#include "checks/lib/torch/DeviceName.h"
#include "checks/lib/torch/LoaderClass.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// Which class of torch::inductor \p Record is; nothing for other classes, their
/// subclasses and their common base.
std::optional<LoaderClass> loaderClassOf(const clang::CXXRecordDecl *Record);

/// AOTIModelPackageLoader, AOTIModelContainerRunner, what derives from them.
bool isModelClass(const clang::CXXRecordDecl *Record);

/// loader.run(...), runner->boxed_run(...), AOTInductorModelContainerRun(...)
bool isModelRun(const clang::Stmt *S);

/// A model class, or something that points to one: a raw or smart pointer, an
/// optional, a container of them.
bool holdsModel(clang::QualType T);

/// The class of the object that \p Object is or points to, as it is declared.
const clang::CXXRecordDecl *recordOfObject(const clang::Expr &Object);

/// A loader or runner coming to life: 'L x(...)', 'new L(...)', a member or
/// base initialiser, std::make_unique<L>(...), optional<L>::emplace(...).
struct Construction {
  LoaderClass Class = LoaderClass::PackageLoader;
  /// The object is a base-class part of a class derived from the loader.
  bool IsBaseOfSubclass = false;
  const clang::CXXRecordDecl *Record = nullptr;
  const clang::CXXConstructorDecl *Constructor = nullptr;
  /// As written: defaulted arguments are absent. Not yet converted to the
  /// parameter's type when the call forwards them (make_unique).
  llvm::ArrayRef<const clang::Expr *> args() const { return Args; }
  /// The argument for the parameter of that name, or null if it is defaulted
  /// or this torch has no such parameter.
  const clang::Expr *argument(llvm::StringRef Parameter) const;
  /// The position of the parameter of that name.
  std::optional<unsigned> indexOf(llvm::StringRef Parameter) const;

  llvm::SmallVector<const clang::Expr *, 6> Args;
  const clang::Expr *Node = nullptr; ///< the construction itself
  clang::SourceLocation Loc;
  clang::SourceRange Range;
};

/// The loader or runner that \p E, a match of constructionCandidate(), makes of
/// arguments; nothing for copies, moves and other classes.
std::optional<Construction> constructionOf(const clang::Expr *E);

/// The loader that 'std::make_unique<Loader>(...)' makes of arguments that have
/// errors, as of a header that is not found.
std::optional<Construction> brokenConstructionOf(const clang::CallExpr *E);

/// Expressions that constructionOf() understands; cheap, over-approximate.
clang::ast_matchers::StatementMatcher constructionCandidate();

} // namespace aoti_tidy

#endif
