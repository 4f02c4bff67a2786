// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_WRAPPER_UNCHECKEDDYNAMICINDEXCHECK_H
#define AOTI_TIDY_CHECKS_WRAPPER_UNCHECKEDDYNAMICINDEXCHECK_H

#include "checks/wrapper/EmittedCodeCheck.h"

namespace clang::tidy::aoti {

/// Finds accesses of emitted kernels that some input drives out of bounds.
///
/// Page: docs/checks/aoti-unchecked-dynamic-index.md
class UncheckedDynamicIndexCheck : public EmittedCodeCheck {
public:
  using EmittedCodeCheck::EmittedCodeCheck;
};

} // namespace clang::tidy::aoti

#endif
