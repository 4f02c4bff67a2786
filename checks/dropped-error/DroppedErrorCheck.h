// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DROPPED_ERROR_DROPPEDERRORCHECK_H
#define AOTI_TIDY_CHECKS_DROPPED_ERROR_DROPPEDERRORCHECK_H

#include "checks/common/EmittedCodeCheck.h"

namespace clang::tidy::aoti {

/// Finds calls of ATen in emitted wrappers whose error is thrown away.
///
/// Page: docs/checks/aoti-dropped-error.md
class DroppedErrorCheck : public EmittedCodeCheck {
public:
  using EmittedCodeCheck::EmittedCodeCheck;
};

} // namespace clang::tidy::aoti

#endif
