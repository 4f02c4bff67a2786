// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_UNCHECKED_DYNAMIC_INDEX_UNCHECKEDDYNAMICINDEXCHECK_H
#define AOTI_TIDY_CHECKS_UNCHECKED_DYNAMIC_INDEX_UNCHECKEDDYNAMICINDEXCHECK_H

#include "checks/common/EmittedCodeCheck.h"

namespace clang::tidy::aoti {

/// Finds accesses of emitted kernels that some input drives out of bounds.
///
/// Page: docs/checks/aoti-unchecked-dynamic-index.md
/// Option: BeyondDeclaredBounds, true or false (the default): also for sizes
/// beyond the emitted bounds, where nothing enforces them by default.
class UncheckedDynamicIndexCheck : public EmittedCodeCheck {
public:
  UncheckedDynamicIndexCheck(StringRef Name, ClangTidyContext *Context);
  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

protected:
  aoti_tidy::EmittedSettings settings() const override;

private:
  const bool BeyondDeclaredBounds;
};

} // namespace clang::tidy::aoti

#endif
