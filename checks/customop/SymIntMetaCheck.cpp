// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/customop/SymIntMetaCheck.h"
#include "checks/customop/SymIntFix.h"

using namespace clang::ast_matchers;

namespace clang::tidy::aoti {

// A stand-in until registrations are read: every function called *_meta.
void SymIntMetaCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(
      functionDecl(isDefinition(), unless(isExpansionInSystemHeader()),
                   matchesName("_meta$"))
          .bind("kernel"),
      this);
}

void SymIntMetaCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Kernel = Result.Nodes.getNodeAs<FunctionDecl>("kernel");
  const KernelScan Scan = scanKernel(Kernel, *Result.Context);
  llvm::SmallBitVector Symbolic(Kernel->getNumParams());
  std::optional<SymIntFix> Fix =
      planSymIntFix(Kernel, Scan, Symbolic, *Result.Context);
  for (const Defect &D : Scan.Defects) {
    {
      auto Diag = diag(D.Loc, "%0") << D.Message;
      if (D.Loc == D.Where->getExprLoc())
        Diag << D.Where->getSourceRange();
      if (Fix && &D == &Scan.Defects.front())
        Diag << Fix->Edits;
    }
    for (const CallExpr *Call : D.Chain)
      diag(Call->getExprLoc(), "called here", DiagnosticIDs::Note);
  }
}

} // namespace clang::tidy::aoti
