// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/lib/hosts/AotiApi.h"
#include "checks/raw-runner/RawRunnerRule.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// Finds hosts that construct a raw .so runner instead of the package loader.
///
/// Page: docs/checks/aoti-raw-runner.md
class RawRunnerCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace

void RawRunnerCheck::registerMatchers(MatchFinder *Finder) {
  // AOTIModelContainerRunnerCpu Runner("model.so"), std::make_unique<...>(...)
  Finder->addMatcher(expr(constructionCandidate()).bind("construction"), this);
}

void RawRunnerCheck::check(const MatchFinder::MatchResult &Result) {
  const auto C = constructionOf(Result.Nodes.getNodeAs<Expr>("construction"));
  // Someone who derives from a runner is writing a loader of their own.
  if (!C || !isRawRunner(C->Class) || C->IsBaseOfSubclass)
    return;
  if (const auto Problem = rawRunnerProblem(
          C->Record->getName(), aoti_tidy::Language::Cxx, torchVersion()))
    diag(C->Loc, "%0") << *Problem << C->Range;
}

AOTI_MAKE_CHECK(RawRunner)

} // namespace clang::tidy::aoti
