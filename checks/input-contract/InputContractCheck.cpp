// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-contract/InputContractCheck.h"
#include "checks/input-contract/InputContractRule.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "clang/Lex/Lexer.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

/// After '.contiguous()', \p Made is; nothing if it is no call.
static std::optional<FixItHint> appendContiguous(const Expr *Made,
                                                 ASTContext &Ctx) {
  if (!Made || !isa<CallExpr>(Made) || isa<CXXOperatorCallExpr>(Made) ||
      Made->getEndLoc().isMacroID())
    return std::nullopt;
  const SourceLocation End = Lexer::getLocForEndOfToken(
      Made->getEndLoc(), 0, Ctx.getSourceManager(), Ctx.getLangOpts());
  if (End.isInvalid())
    return std::nullopt;
  return FixItHint::CreateInsertion(End, ".contiguous()");
}

void InputContractCheck::checkRun(const Run &R, ASTContext &Ctx) {
  if (!R.Loaded || !R.Loaded->Model->Inputs)
    return;
  const ModelContract &Model = *R.Loaded->Model;
  const std::string Package = R.Loaded->quotedName();
  // Of a list of unknown length each may be any: what all of them break is
  // broken if the length fits, and if it does not the run throws as well.
  std::vector<TensorValues> Given(Model.Inputs->size(), R.Given.Each);
  if (R.Given.All)
    Given = *R.Given.All;
  else if (R.Given.Each.empty())
    return;
  // run({x}) of a model with two inputs
  if (const auto Problem = countProblem(Model, Given.size(), Package,
                                        aoti_tidy::Language::Cxx)) {
    const Expr *Inputs = R.Call->getArg(0);
    diag(Inputs->getBeginLoc(), "%0") << *Problem << Inputs->getSourceRange();
    noteLoaders(R, sourceText(Package, /*IsExported=*/false));
    return;
  }
  // run({at::zeros({8, 16})}) of a model that takes [8, 32]
  for (const Violation &V : violations(Model, Given)) {
    auto Problem = inputProblem(Model, V, Package);
    if (!Problem)
      continue;
    // An edit for this input would be one for all.
    if (!R.Given.All)
      Problem->IsCuredByContiguous = false;
    report(R, V, *Problem, Ctx);
    if (!R.Given.All)
      break;
  }
}

void InputContractCheck::report(const Run &R, const Violation &V,
                                const InputProblem &Problem, ASTContext &Ctx) {
  const Expr *Made = expressionOf(V.From);
  const SourceLocation Loc = (Made ? Made : R.Call->getArg(0))->getBeginLoc();
  {
    auto Diag = diag(Loc, "%0") << Problem.Text;
    if (Made)
      Diag << Made->getSourceRange();
    if (Problem.IsCuredByContiguous)
      if (const auto Fix = appendContiguous(Made, Ctx))
        Diag << *Fix;
  }
  diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtRun;
  noteLoaders(R, sourceText(R.Loaded->quotedName(), /*IsExported=*/false));
}

std::unique_ptr<ClangTidyCheck>
makeInputContractCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<InputContractCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
