// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_AOTIAPI_H
#define AOTI_TIDY_CHECKS_LIB_CXX_AOTIAPI_H

#include "checks/lib/torch/DeviceName.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// The classes of torch::inductor that load compiled models.
enum class LoaderClass {
  PackageLoader, ///< AOTIModelPackageLoader: reads a .pt2, picks the device
  RunnerCpu,     ///< AOTIModelContainerRunnerCpu: dlopens a raw .so
  RunnerCuda,
  RunnerXpu,
  RunnerMps,
};

inline bool isRawRunner(LoaderClass C) {
  return C != LoaderClass::PackageLoader;
}

/// The device type a raw runner runs on: "cpu", "cuda", "xpu", "mps"; empty for
/// the package loader, which takes it from the package.
llvm::StringRef deviceTypeOf(LoaderClass C);

/// The raw runner for that device type: "AOTIModelContainerRunnerCuda".
std::string runnerClassFor(llvm::StringRef DeviceType);

/// Which of them \p Record is; nothing for other classes, their subclasses and
/// their common base.
std::optional<LoaderClass> loaderClassOf(const clang::CXXRecordDecl *Record);

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

/// What \p E constructs, if that is a loader or runner by arguments (copies and
/// moves are not). \p E is what constructionCandidate() matched.
std::optional<Construction> constructionOf(const clang::Expr *E);

/// Expressions that constructionOf() understands; cheap, over-approximate.
clang::ast_matchers::StatementMatcher constructionCandidate();

} // namespace aoti_tidy

#endif
