// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/unchecked-dynamic-index/UncheckedDynamicIndexCheck.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

UncheckedDynamicIndexCheck::UncheckedDynamicIndexCheck(
    StringRef Name, ClangTidyContext *Context)
    : EmittedCodeCheck(Name, Context),
      BeyondDeclaredBounds(boolOption("BeyondDeclaredBounds", false)) {}

void UncheckedDynamicIndexCheck::storeOptions(
    ClangTidyOptions::OptionMap &Opts) {
  EmittedCodeCheck::storeOptions(Opts);
  storeBoolOption(Opts, "BeyondDeclaredBounds", BeyondDeclaredBounds);
}

aoti_tidy::EmittedSettings UncheckedDynamicIndexCheck::settings() const {
  aoti_tidy::EmittedSettings Settings;
  Settings.Index.BeyondBounds = BeyondDeclaredBounds;
  return Settings;
}

} // namespace clang::tidy::aoti
