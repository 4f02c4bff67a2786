// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_UNCHECKED_INPUT_UNCHECKEDINPUTCHECK_H
#define AOTI_TIDY_CHECKS_UNCHECKED_INPUT_UNCHECKEDINPUTCHECK_H

#include "checks/common/EmittedCodeCheck.h"

namespace clang::tidy::aoti {

/// Finds packages that do not check their inputs, or not by default.
///
/// Page: docs/checks/aoti-unchecked-input.md
class UncheckedInputCheck : public EmittedCodeCheck {
public:
  using EmittedCodeCheck::EmittedCodeCheck;
};

} // namespace clang::tidy::aoti

#endif
