// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_DEPRECATEDAPICHECK_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_DEPRECATEDAPICHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/torch/DeprecatedApi.h"

namespace clang::tidy::aoti {

/// Finds AOTInductor API that torch has deprecated, renamed or removed.
///
/// Page: docs/checks/aoti-deprecated-api.md
class DeprecatedApiCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerPPCallbacks(const SourceManager &SM, Preprocessor *PP,
                           Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

private:
  class IncludeCollector;
  /// '#include' of a header that moved; judged when the version is known.
  struct Include {
    size_t Header; ///< in the table of moved headers
    CharSourceRange Range;
    std::string Spelling; ///< as written, without quotes
    bool IsAngled;
    bool IsFound;
  };

  void checkCFunction(const DeclRefExpr &Ref, const FunctionDecl &Function,
                      ASTContext &Ctx);
  void checkShim(const DeclRefExpr &Ref, const FunctionDecl &Function,
                 const SourceManager &SM);

  std::vector<Include> Includes;
};

} // namespace clang::tidy::aoti

#endif
