// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_CONTRACT_OPCONTRACTCHECK_H
#define AOTI_TIDY_CHECKS_OP_CONTRACT_OPCONTRACTCHECK_H

#include "checks/common/AotiCheck.h"

namespace clang::tidy::aoti {

/// Finds custom operators that do not do what they tell export: that write or
/// return an argument, or whose fake gives something else than the kernel.
///
/// Page: docs/checks/aoti-op-contract.md
class OpContractCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace clang::tidy::aoti

#endif
