// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_CUSTOMOP_SYMINTMETACHECK_H
#define AOTI_TIDY_CHECKS_CUSTOMOP_SYMINTMETACHECK_H

#include "checks/AotiCheck.h"

namespace clang::tidy::aoti {

/// Finds meta kernels of custom ops that are not SymInt'ified: they freeze
/// dynamic shapes, or throw, when a model that uses the op is exported.
class SymIntMetaCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;

  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace clang::tidy::aoti

#endif
