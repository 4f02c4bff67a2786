// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_DEBUGFLAGCHECK_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_DEBUGFLAGCHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/debug-flag/EnvSet.h"
#include "checks/lib/torch/EnvFlags.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace clang::tidy::aoti {

/// Finds environment flags of AOTInductor that a program sets too late, in the
/// wrong process, or to a value that means something else.
///
/// Page: docs/checks/aoti-debug-flag.md
class DebugFlagCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

private:
  /// A known flag being set.
  struct FlagSet {
    aoti_tidy::EnvSet Set;
    const aoti_tidy::EnvFlag *Flag;
  };

  void report(const FlagSet &Site, bool IsForThisProcess, ASTContext &Ctx);

  // The translation unit's: whether a flag matters depends on all of it.
  std::vector<FlagSet> Sites;
  /// Names that no torch reads, close to one that some torch reads.
  std::vector<aoti_tidy::EnvSet> Misspelled;
  llvm::StringSet<> IsRead;
  ASTContext *Context = nullptr;
  bool StartsProcesses = false;
};

} // namespace clang::tidy::aoti

#endif
