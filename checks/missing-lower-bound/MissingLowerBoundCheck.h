// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_MISSING_LOWER_BOUND_MISSINGLOWERBOUNDCHECK_H
#define AOTI_TIDY_CHECKS_MISSING_LOWER_BOUND_MISSINGLOWERBOUNDCHECK_H

#include "checks/common/EmittedCodeCheck.h"

namespace clang::tidy::aoti {

/// Finds sizes that the checks of a package's inputs let be smaller than its
/// kernels need.
///
/// Page: docs/checks/aoti-missing-lower-bound.md
class MissingLowerBoundCheck : public EmittedCodeCheck {
public:
  using EmittedCodeCheck::EmittedCodeCheck;
};

} // namespace clang::tidy::aoti

#endif
