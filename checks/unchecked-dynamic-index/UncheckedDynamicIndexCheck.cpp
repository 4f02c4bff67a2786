// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/unchecked-dynamic-index/UncheckedDynamicIndexCheck.h"
#include "checks/common/EmittedRules.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

UncheckedDynamicIndexCheck::UncheckedDynamicIndexCheck(
    StringRef Name, ClangTidyContext *Context)
    : EmittedCodeCheck(Name, Context, findUncheckedDynamicIndex),
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

std::unique_ptr<ClangTidyCheck>
makeUncheckedDynamicIndexCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<UncheckedDynamicIndexCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
