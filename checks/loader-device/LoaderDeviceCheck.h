// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_DEVICE_LOADERDEVICECHECK_H
#define AOTI_TIDY_CHECKS_LOADER_DEVICE_LOADERDEVICECHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/hosts/LoadedPackage.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang::tidy::aoti {

/// Finds loaders that are told no index beside a device that may have one.
///
/// Page: docs/checks/aoti-loader-device.md
class LoaderDeviceCheck : public AotiCheck {
public:
  LoaderDeviceCheck(StringRef Name, ClangTidyContext *Context);
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;
  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

private:
  void checkLoader(const aoti_tidy::Construction &C);
  /// Whether a function that leads to \p Made has a guard.
  bool isUnderGuard(const FunctionDecl &Made) const;

  const std::string PackagesOption;
  aoti_tidy::PackageFinder Packages;
  // Of the file at hand.
  std::vector<aoti_tidy::Construction> Constructions;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Guarded;
  bool SetsDevice = false;
  ASTContext *Ctx = nullptr;
};

} // namespace clang::tidy::aoti

#endif
