// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_NARROWED_RANGE_NARROWEDRANGECHECK_H
#define AOTI_TIDY_CHECKS_NARROWED_RANGE_NARROWEDRANGECHECK_H

#include "checks/common/EmittedCodeCheck.h"

namespace clang::tidy::aoti {

/// Finds sizes that the export allows and the emitted input checks refuse.
///
/// Page: docs/checks/aoti-narrowed-range.md
class NarrowedRangeCheck : public EmittedCodeCheck {
public:
  using EmittedCodeCheck::EmittedCodeCheck;
};

} // namespace clang::tidy::aoti

#endif
