// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_INPUT_CONTRACT_INPUTCONTRACTCHECK_H
#define AOTI_TIDY_CHECKS_INPUT_CONTRACT_INPUTCONTRACTCHECK_H

#include "checks/common/PackageCheck.h"
#include "checks/input-contract/InputContractRule.h"

namespace clang::tidy::aoti {

/// Finds inputs whose number, type, shape or strides break what the package was
/// compiled for.
///
/// Page: docs/checks/aoti-input-contract.md
class InputContractCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;

protected:
  void checkRun(const Run &R, ASTContext &Ctx) override;

private:
  void report(const Run &R, const aoti_tidy::Violation &V,
              const aoti_tidy::InputProblem &Problem, ASTContext &Ctx);
};

} // namespace clang::tidy::aoti

#endif
