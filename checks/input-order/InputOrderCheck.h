// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_INPUT_ORDER_INPUTORDERCHECK_H
#define AOTI_TIDY_CHECKS_INPUT_ORDER_INPUTORDERCHECK_H

#include "checks/common/PackageCheck.h"

namespace clang::tidy::aoti {

/// Finds inputs with names that come in another order than the package takes
/// them.
///
/// Page: docs/checks/aoti-input-order.md
class InputOrderCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;

protected:
  void checkRun(const Run &R, ASTContext &Ctx) override;
};

} // namespace clang::tidy::aoti

#endif
