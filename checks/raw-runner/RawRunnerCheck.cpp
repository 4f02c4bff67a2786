// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/raw-runner/RawRunnerCheck.h"
#include "checks/lib/cxx/AotiApi.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {

void RawRunnerCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(expr(constructionCandidate()).bind("construction"), this);
}

void RawRunnerCheck::check(const MatchFinder::MatchResult &Result) {
  const auto C = constructionOf(Result.Nodes.getNodeAs<Expr>("construction"));
  // Someone who derives from a runner is writing a loader of their own.
  if (!C || !isRawRunner(C->Class) || C->IsBaseOfSubclass)
    return;
  // The package loader is there since torch 2.6; before it, this is the way.
  if (!torchAtLeast({2, 6}))
    return;
  diag(C->Loc, "%0 runs a raw .so, which does not record the device it was "
               "compiled for, and whose runner promises no compatibility; "
               "compile to a .pt2 and load it with 'AOTIModelPackageLoader'")
      << C->Record << C->Range;
}

} // namespace clang::tidy::aoti
