// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_LOADERARGUMENTSCHECK_H
#define AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_LOADERARGUMENTSCHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/host/LoadedPackage.h"
#include "llvm/ADT/DenseSet.h"

namespace clang::tidy::aoti {

/// Finds arguments of AOTI loaders, runners and compile functions that mean
/// something else than they say, or that fail at run time.
///
/// Page: docs/checks/aoti-loader-arguments.md
///
/// Option (global): Packages, as for PackageCheck.
class LoaderArgumentsCheck : public AotiCheck {
public:
  LoaderArgumentsCheck(StringRef Name, ClangTidyContext *Context);
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;
  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

private:
  /// A construction and what its findings need to know of its place.
  struct Site {
    aoti_tidy::Construction C;
    ASTContext *Ctx;
    /// In a template's instantiation: another one may need what a fix removes.
    bool Instantiated;
    /// Where that instantiation was asked for, if the user's code did.
    SourceLocation InstantiatedAt;
  };

  /// diag() for a finding.
  DiagnosticBuilder warn(SourceLocation Loc, StringRef Message);

  void checkArguments(const Site &S);
  void checkPath(const Site &S);
  void checkModelName(const Site &S);
  void checkSingleThreaded(const Site &S);
  void checkPointerAsBool(const Site &S, const Expr *Arg);
  void checkNumberAsBool(const Site &S, const Expr *Arg, int64_t Number);
  void checkCount(const Site &S, StringRef Parameter);
  void checkDeviceStr(const Site &S);
  void checkCubinDir(const Site &S);
  void checkDeviceIndex(const Site &S);
  void checkIndexOfCpu(const Site &S, const Expr *Arg, int64_t Index);

  /// A second place for a fix that changes what the program does.
  void suggest(SourceLocation Loc, StringRef Message,
               const std::optional<FixItHint> &Fix);

  const std::string PackagesOption;
  aoti_tidy::PackageFinder Packages;
  /// Constructions whose findings are the same in every instantiation of the
  /// template that they stand in.
  llvm::DenseSet<SourceLocation> Settled;
  /// Looked at when all of Settled is known.
  std::vector<Site> InInstantiations;
  bool Warned = false;
};

} // namespace clang::tidy::aoti

#endif
