// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_EMITTEDCODECHECK_H
#define AOTI_TIDY_CHECKS_COMMON_EMITTEDCODECHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/common/EmittedContext.h"

namespace clang::tidy::aoti {

/// What the checks of emitted code share where a wrapper or its kernels are a
/// file that clang-tidy opens: the other of the two is looked for beside it,
/// and what lies in it is said when it is opened. The headers need not be
/// there: the text is read as it is in a package.
class EmittedCodeCheck : public AotiCheck {
public:
  EmittedCodeCheck(StringRef Name, ClangTidyContext *Context,
                   aoti_tidy::EmittedRule *Rule)
      : AotiCheck(Name, Context), Rule(Rule) {}

  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  /// What the check's options say.
  virtual aoti_tidy::EmittedSettings settings() const { return {}; }

private:
  aoti_tidy::EmittedRule *const Rule;
};

} // namespace clang::tidy::aoti

#endif
