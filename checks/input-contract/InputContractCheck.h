// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_INPUT_CONTRACT_INPUTCONTRACTCHECK_H
#define AOTI_TIDY_CHECKS_INPUT_CONTRACT_INPUTCONTRACTCHECK_H

#include "checks/common/PackageCheck.h"
#include "checks/input-contract/InputContractRule.h"

namespace clang::tidy::aoti {

/// Finds inputs whose number, type, shape or strides break what the package was
/// compiled for, and metadata that it does not have.
///
/// Page: docs/checks/aoti-input-contract.md
class InputContractCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void checkRun(const Run &R, ASTContext &Ctx) override;
  void checkAfterRuns(ASTContext &Ctx) override;

private:
  void report(const Run &R, const aoti_tidy::Violation &V,
              const aoti_tidy::InputProblem &Problem, ASTContext &Ctx);
  void checkMetadata(const CXXMemberCallExpr &At, ASTContext &Ctx);

  /// Calls of at() of a map of texts, in the file at hand.
  std::vector<const CXXMemberCallExpr *> Reads;
};

} // namespace clang::tidy::aoti

#endif
