// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/missing-meta/MissingMetaCheck.h"
#include "checks/common/OpDiagnostics.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {

void MissingMetaCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(translationUnitDecl().bind("unit"), this);
}

void MissingMetaCheck::check(const MatchFinder::MatchResult &Result) {
  OpDiagnostics Out(*this, *Result.Context);
  for (const SchemaSite &Site : Out.ops().Schemas) {
    const OpSchema &Schema = Site.Fact.Schema;
    // An op that only writes to its arguments, or gives no tensor, needs a fake
    // too, but one that does nothing: someone may not have bothered.
    if (!Schema.isFunctional() ||
        llvm::none_of(Schema.Returns, [](StringRef Type) {
          return Type.starts_with("Tensor");
        }))
      continue;
    OpFinding F;
    F.Loc = Site.Loc;
    F.Message = fmt::format(
        "'{}' has kernels for devices but none that export can run: this run "
        "has no Meta kernel, Composite kernel or Python fake of it; register "
        "one, for example with 'torch.library.register_fake'",
        Site.Fact.Op);
    F.If.K = Condition::Kind::LacksMeta;
    F.If.Op = Site.Fact.Op;
    Out.say(F);
  }
}

std::unique_ptr<ClangTidyCheck>
makeMissingMetaCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<MissingMetaCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
