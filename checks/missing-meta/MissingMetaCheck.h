// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_MISSING_META_MISSINGMETACHECK_H
#define AOTI_TIDY_CHECKS_MISSING_META_MISSINGMETACHECK_H

#include "checks/common/AotiCheck.h"

namespace clang::tidy::aoti {

/// Finds custom ops that have kernels for devices but nothing that export can
/// run: no Meta kernel, no fake in Python, no Composite kernel.
///
/// Only a run over all files of the project can say that something is nowhere,
/// so clang-tidy and editors, which see one file, never report it.
class MissingMetaCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;

  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace clang::tidy::aoti

#endif
