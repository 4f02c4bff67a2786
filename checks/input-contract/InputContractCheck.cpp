// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-contract/InputContractCheck.h"
#include "checks/input-contract/InputContractRule.h"
#include "checks/lib/hosts/TensorEdits.h"
#include "checks/lib/hosts/TensorExpr.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

using Cure = InputProblem::Cure;

void InputContractCheck::checkRun(const Run &R, ASTContext &Ctx) {
  const std::vector<Run> Choices = choicesOf(R);
  llvm::find_if(Choices, [&](const Run &One) {
    return One.Loaded && One.Loaded->Model->Inputs &&
           checkInputs(One, Choices.size() > 1, Ctx);
  });
}

bool InputContractCheck::checkInputs(const Run &R, bool IsChosen,
                                     ASTContext &Ctx) {
  const ModelContract &Model = *R.Loaded->Model;
  const std::string Package = R.Loaded->quotedName();
  // Of a list of unknown length each may be any: what all of them break is
  // broken if the length fits, and if it does not the run throws as well.
  std::vector<TensorValues> Given(Model.Inputs->size(), R.Given.Each);
  if (R.Given.All)
    Given = *R.Given.All;
  else if (R.Given.Each.empty())
    return false;
  // run({x}) of a model with two inputs
  if (const auto Problem = countProblem(Model, Given.size(), Package,
                                        aoti_tidy::Language::Cxx)) {
    const Expr *Inputs = R.Call->getArg(0);
    diag(Inputs->getBeginLoc(), "%0") << *Problem << Inputs->getSourceRange();
    noteLoaders(R, sourceText(Package, /*IsExported=*/false));
    return true;
  }
  bool Found = false;
  // run({at::zeros({8, 16})}) of a model that takes [8, 32]
  for (const Violation &V : violations(Model, Given)) {
    auto Problem = inputProblem(Model, V, Package);
    if (!Problem)
      continue;
    // An edit for this input would be one for all, or for all packages.
    if (!R.Given.All || (IsChosen && Problem->Do == Cure::ChangeType))
      Problem->Do = Cure::None;
    report(R, V, *Problem, Ctx);
    Found = true;
    if (!R.Given.All)
      break;
  }
  return Found;
}

void InputContractCheck::report(const Run &R, const Violation &V,
                                const InputProblem &Problem, ASTContext &Ctx) {
  const Expr *Made = expressionOf(V.From);
  const SourceLocation Loc = (Made ? Made : R.Call->getArg(0))->getBeginLoc();
  {
    auto Diag = diag(Loc, "%0") << Problem.Text;
    if (Made)
      Diag << Made->getSourceRange();
    if (Problem.Do == Cure::MakeContiguous)
      if (const auto Fix = appendContiguous(Made, Ctx))
        Diag << *Fix;
  }
  if (Problem.Do == Cure::ChangeType) {
    const TensorContract &Input = (*R.Loaded->Model->Inputs)[V.Input];
    if (const auto Fix = changeType(Made, *Input.Type, Ctx))
      diag(Loc, "%0", DiagnosticIDs::Note) << Problem.CureText << *Fix;
  }
  diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtRun;
  noteLoaders(R, sourceText(R.Loaded->quotedName(), /*IsExported=*/false));
}

std::unique_ptr<ClangTidyCheck>
makeInputContractCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<InputContractCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
