// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_EXAMPLE_INPUTS_EXAMPLEINPUTSCHECK_H
#define AOTI_TIDY_CHECKS_EXAMPLE_INPUTS_EXAMPLEINPUTSCHECK_H

#include "checks/common/AotiCheck.h"

namespace clang::tidy::aoti {

/// Finds example inputs that make another package than its calls need, and
/// packages that are loaded before they are whole.
///
/// Page: docs/checks/aoti-example-inputs.md
class ExampleInputsCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace clang::tidy::aoti

#endif
