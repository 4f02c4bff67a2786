// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_EMITTEDCODECHECK_H
#define AOTI_TIDY_CHECKS_COMMON_EMITTEDCODECHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/common/EmittedContext.h"

namespace clang::tidy::aoti {

/// The base of checks of emitted code in clang-tidy, which opens a wrapper or its
/// kernels. The other of the two is looked for beside the file; findings in it are
/// reported when it is opened itself. No header is needed: the text is read as in
/// a package.
class EmittedCodeCheck : public AotiCheck {
public:
  EmittedCodeCheck(StringRef Name, ClangTidyContext *Context,
                   aoti_tidy::EmittedRule *Rule)
      : AotiCheck(Name, Context), Rule(Rule) {}

  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  aoti_tidy::EmittedRule *const Rule;
};

} // namespace clang::tidy::aoti

#endif
