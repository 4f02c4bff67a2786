// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_LOADERARGUMENTSCHECK_H
#define AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_LOADERARGUMENTSCHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/hosts/LoadedPackage.h"
#include "checks/loader-arguments/LoaderArgumentsRule.h"

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
  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

private:
  /// A construction and what its findings need to know of its place.
  struct Site {
    aoti_tidy::Construction C;
    aoti_tidy::LoaderFacts Facts;
    ASTContext *Ctx;
  };

  aoti_tidy::LoaderFacts factsOf(const aoti_tidy::Construction &C);

  void checkArguments(const Site &S);
  void checkPath(const Site &S);
  void checkModelName(const Site &S);
  void checkSingleThreaded(const Site &S);
  void checkCount(const Site &S);
  void checkDeviceStr(const Site &S);
  void checkDeviceIndex(const Site &S);

  /// The finding on an argument, with its fix. The %0 of its text is \p Shown
  /// if that is not null.
  void report(const Site &S, const Expr *Arg,
              const aoti_tidy::ArgumentProblem &P, QualType Shown = QualType());
  void report(const Site &S, const Expr *Arg,
              const std::optional<aoti_tidy::ArgumentProblem> &P);

  const std::string PackagesOption;
  aoti_tidy::PackageFinder Packages;
};

} // namespace clang::tidy::aoti

#endif
