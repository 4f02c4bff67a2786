// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_RAW_RUNNER_RAWRUNNERCHECK_H
#define AOTI_TIDY_CHECKS_RAW_RUNNER_RAWRUNNERCHECK_H

#include "checks/common/AotiCheck.h"

namespace clang::tidy::aoti {

/// Finds hosts that construct a raw .so runner instead of the package loader.
///
/// Page: docs/checks/aoti-raw-runner.md
class RawRunnerCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace clang::tidy::aoti

#endif
