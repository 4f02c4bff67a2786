// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/common/OpDiagnostics.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/missing-meta/MissingMetaRule.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// Finds custom ops that have kernels for devices but nothing that export can
/// run: no Meta kernel, no fake in Python, no Composite kernel.
///
/// Only a run over all files of the project can say that something is nowhere,
/// so clang-tidy and editors, which see one file, never report it.
class MissingMetaCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;

  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace

void MissingMetaCheck::registerMatchers(MatchFinder *Finder) {
  // All registrations of a file: m.def("op(Tensor x) -> Tensor"); m.impl(...)
  Finder->addMatcher(decl(isFirstOfUnit()).bind("unit"), this);
}

void MissingMetaCheck::check(const MatchFinder::MatchResult &Result) {
  OpDiagnostics Out(*this, *Result.Context);
  for (const SchemaSite &Site : Out.ops().Schemas) {
    auto Problem = missingMetaProblem(Site.Fact.Op, Site.Fact.Schema);
    if (!Problem)
      continue;
    OpFinding F;
    F.Loc = Site.Loc;
    F.Message = std::move(*Problem);
    F.If.K = Condition::Kind::LacksMeta;
    F.If.Op = Site.Fact.Op;
    Out.say(F);
  }
}

AOTI_MAKE_CHECK(MissingMeta)

} // namespace clang::tidy::aoti
