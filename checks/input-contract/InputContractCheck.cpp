// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-contract/InputContractCheck.h"
#include "checks/input-contract/InputContractRule.h"
#include "checks/lib/cxx/FunctionFacts.h"
#include "checks/lib/cxx/TensorEdits.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

using Cure = InputProblem::Cure;

void InputContractCheck::checkRun(const Run &R, ASTContext &Ctx) {
  if (!R.Loaded || !R.Loaded->Model->Inputs)
    return;
  const std::string Package = R.Loaded->quotedName();
  const size_t Wanted = R.Loaded->Model->Inputs->size();
  // Of a list of unknown length each may be any: what all of them break is
  // broken if the length fits, and if it does not the run throws as well.
  std::vector<TensorValues> Given(Wanted, R.Given.Each);
  if (R.Given.All)
    Given = *R.Given.All;
  else if (R.Given.Each.empty())
    return;
  // run({x}) of a model with two inputs
  if (const auto Problem = countProblem(*R.Loaded->Model, Given.size(), Package,
                                        aoti_tidy::Language::Cxx)) {
    const Expr *Inputs = R.Call->getArg(0);
    diag(Inputs->getBeginLoc(), "%0") << *Problem << Inputs->getSourceRange();
    return noteLoaders(R, sourceText(Package, /*IsExported=*/false));
  }
  if (checkInputs(R, Given, Ctx))
    return;
  // state_ = at::zeros({8}), of which another method makes something else
  for (Inputs &AfterOne : givenByWrites(
           R, [](const TensorValues &Ways) { return Ways.size() > 1; })) {
    if (!AfterOne.All || AfterOne.All->size() != Given.size())
      continue;
    Run One = R;
    One.Given = std::move(AfterOne);
    if (checkInputs(One, *One.Given.All, Ctx))
      return;
  }
}

/// Whether there is something to say: run({at::zeros({8, 16})}) of a model that
/// takes [8, 32].
bool InputContractCheck::checkInputs(const Run &R,
                                     const std::vector<TensorValues> &Given,
                                     ASTContext &Ctx) {
  bool Any = false;
  for (const Violation &V : violations(*R.Loaded->Model, Given)) {
    auto Problem = inputProblem(*R.Loaded->Model, V, R.Loaded->quotedName());
    if (!Problem)
      continue;
    Any = true;
    // An edit for this input would be one for all.
    if (!R.Given.All)
      Problem->Do = Cure::None;
    report(R, V, *Problem, Ctx);
    if (!R.Given.All)
      return true;
  }
  return Any;
}

void InputContractCheck::report(const Run &R, const Violation &V,
                                const InputProblem &Problem, ASTContext &Ctx) {
  const Expr *Made = R.Given.Flow->expressionAt(V.From);
  const SourceLocation Loc = isForeign(V.From)
                                 ? R.Call->getArg(0)->getBeginLoc()
                                 : locationOf(V.From, Made);
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
  if (isForeign(V.From))
    diag(locationOf(V.From, Made), "%0", DiagnosticIDs::Note)
        << Problem.AtOrigin;
  diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtRun;
  noteLoaders(R, sourceText(R.Loaded->quotedName(), /*IsExported=*/false));
}

std::unique_ptr<ClangTidyCheck>
makeInputContractCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<InputContractCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
