// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_WRAPPER_DROPPEDERRORCHECK_H
#define AOTI_TIDY_CHECKS_WRAPPER_DROPPEDERRORCHECK_H

#include "checks/AotiCheck.h"

namespace clang::tidy::aoti {

/// Finds calls of ATen in emitted wrappers whose error is thrown away.
///
/// Page: docs/checks/aoti-dropped-error.md
class DroppedErrorCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace clang::tidy::aoti

#endif
