// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_PACKAGECHECK_H
#define AOTI_TIDY_CHECKS_COMMON_PACKAGECHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/cxx/TensorDataflow.h"
#include "checks/lib/host/LoadedPackage.h"
#include "checks/lib/host/ModelRuns.h"

namespace clang::tidy::aoti {

/// What the checks share that hold a host against the package it loads: the
/// calls that run models, with the tensors they get and the model that runs.
///
/// Option (global): Packages, paths of packages separated by ';': those that
/// the loaders load whose path the source does not tell.
class PackageCheck : public AotiCheck {
public:
  PackageCheck(StringRef Name, ClangTidyContext *Context);
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;
  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

protected:
  /// loader.run(inputs)
  struct Run {
    const CXXMemberCallExpr *Call;
    const FunctionDecl *Function;
    /// Where the loader can have been made; empty if not known.
    llvm::SmallVector<aoti_tidy::Construction, 1> Loaders;
    /// The one model that all of Loaders load.
    std::optional<aoti_tidy::LoadedModel> Loaded;
    /// The tensors it gets, as far as they can be followed.
    std::optional<std::vector<aoti_tidy::TensorValues>> Inputs;
    /// Of Function; null if it cannot be followed.
    aoti_tidy::TensorDataflow *Flow;
  };

  virtual void checkRun(const Run &R, ASTContext &Ctx) = 0;
  /// Called for each loader or runner that the file makes, with the model it
  /// loads.
  virtual void checkLoader(const aoti_tidy::Construction &,
                           const aoti_tidy::LoadedModel &, ASTContext &) {}
  /// Called once for each file, before its loaders and runs.
  virtual void checkFile(ASTContext &) {}

  aoti_tidy::PackageFinder &packages() { return Packages; }
  /// Asked while the runs of a file are checked.
  const aoti_tidy::LoaderBindings &bindings() const { return Bindings; }
  /// The loaders and runners that the file makes.
  llvm::ArrayRef<aoti_tidy::Construction> constructions() const {
    return Constructions;
  }

  /// A note at each place where the model of \p R is loaded.
  void noteLoaders(const Run &R, llvm::StringRef Text);

  /// Where \p Made begins, the expression that gives a tensor what it has from
  /// \p From; if there is none, that place.
  static SourceLocation locationOf(aoti_tidy::Place From, const Expr *Made);

  /// The one model that all of \p Loaders load; nothing if there is none.
  std::optional<aoti_tidy::LoadedModel>
  modelOf(llvm::ArrayRef<aoti_tidy::Construction> Loaders, ASTContext &Ctx);

private:
  /// Says why nothing is known of what \p C loads.
  void remark(const aoti_tidy::Construction &C);

  const std::string PackagesOption;
  aoti_tidy::PackageFinder Packages;
  // Of the file at hand.
  aoti_tidy::LoaderBindings Bindings;
  std::vector<std::pair<const CXXMemberCallExpr *, const FunctionDecl *>> Calls;
  std::vector<aoti_tidy::Construction> Constructions;
  ASTContext *Context = nullptr;
};

} // namespace clang::tidy::aoti

#endif
