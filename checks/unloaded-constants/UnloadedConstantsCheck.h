// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_UNLOADED_CONSTANTS_UNLOADEDCONSTANTSCHECK_H
#define AOTI_TIDY_CHECKS_UNLOADED_CONSTANTS_UNLOADEDCONSTANTSCHECK_H

#include "checks/common/PackageCheck.h"
#include "checks/unloaded-constants/ConstantMap.h"

namespace clang::tidy::aoti {

/// Finds runs of models whose weights are not in the package and not loaded,
/// and loads of constants that the model does not have.
///
/// Page: docs/checks/aoti-unloaded-constants.md
class UnloadedConstantsCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

protected:
  void checkFile(ASTContext &Ctx) override;
  void checkRun(const Run &R, ASTContext &Ctx) override;

private:
  /// What is wrong at one place with the constants of one loader.
  struct Problem {
    SourceLocation Loc;
    SourceRange Range;
    std::string Text;
    bool IsRun = false;
    std::vector<std::pair<SourceLocation, std::string>> Notes = {};
  };
  /// Those of one loader, which are told as one.
  struct OfLoader {
    aoti_tidy::Construction Made;
    aoti_tidy::LoadedModel Loaded;
    std::vector<Problem> Problems;
  };
  void add(const aoti_tidy::Construction &C,
           const aoti_tidy::LoadedModel &Loaded, Problem P);
  void report(const OfLoader &L);

  /// callsOf() \p C.
  const std::optional<std::vector<aoti_tidy::LoaderCall>> &
  callsOf(const aoti_tidy::Construction &C, ASTContext &Ctx);
  const aoti_tidy::CxxLoad &loadBy(const aoti_tidy::LoaderCall &Call,
                                   ASTContext &Ctx);

  // Of the file at hand.
  std::vector<aoti_tidy::LoaderCall> Loads;
  std::vector<OfLoader> Found;
  std::optional<aoti_tidy::CallOrder> Order;
  std::map<const Expr *, std::optional<std::vector<aoti_tidy::LoaderCall>>>
      Calls; ///< by the construction
  std::map<const Expr *, aoti_tidy::CxxLoad> KnownLoads; ///< by the call
};

} // namespace clang::tidy::aoti

#endif
