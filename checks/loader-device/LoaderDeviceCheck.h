// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_DEVICE_LOADERDEVICECHECK_H
#define AOTI_TIDY_CHECKS_LOADER_DEVICE_LOADERDEVICECHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/hosts/LoadedPackage.h"
#include "checks/loader-device/ChosenDevice.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

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
  struct Loader {
    const aoti_tidy::Construction *Made;
    aoti_tidy::ChosenDevice Device;
  };

  void checkLoader(const aoti_tidy::Construction &C);
  /// The device beside a loader in \p Function that no guard makes the current one.
  std::optional<aoti_tidy::ChosenDevice> deviceIn(const FunctionDecl &Function,
                                                  const Expr &Loader) const;
  /// Of the same function or class, beside the same device.
  void report(ArrayRef<Loader> Loaders);
  /// Whether a function that leads to \p Made has a guard.
  bool isUnderGuard(const FunctionDecl &Made) const;

  const std::string PackagesOption;
  aoti_tidy::PackageFinder Packages;
  // Of the file at hand.
  std::vector<aoti_tidy::Construction> Constructions;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Guarded;
  /// Calls that give a loader away, by the class that has it.
  llvm::DenseMap<const CXXRecordDecl *, std::vector<const CallExpr *>> Taken;
  /// By their function or class, and the name of the device.
  llvm::MapVector<std::pair<const Decl *, std::string>, std::vector<Loader>,
                  std::map<std::pair<const Decl *, std::string>, unsigned>>
      Found;
  bool SetsDevice = false;
  ASTContext *Ctx = nullptr;
};

} // namespace clang::tidy::aoti

#endif
