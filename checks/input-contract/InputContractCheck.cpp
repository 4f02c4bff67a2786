// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-contract/InputContractCheck.h"
#include "checks/input-contract/InputContractRule.h"
#include "checks/lib/hosts/FunctionFacts.h"
#include "checks/lib/hosts/TensorEdits.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

using Cure = InputProblem::Cure;

void InputContractCheck::checkRun(const Run &R, ASTContext &Ctx) {
  for (const Way &W : waysOf(R))
    if (W.Loaded && W.Loaded->Model->Inputs && checkWay(R, W, Ctx))
      return;
}

bool InputContractCheck::checkWay(const Run &R, const Way &W, ASTContext &Ctx) {
  const ModelContract &Model = *W.Loaded->Model;
  const std::string Package = W.Loaded->quotedName();
  // Of a list of unknown length each may be any: what all of them break is
  // broken if the length fits, and if it does not the run throws as well.
  std::vector<TensorValues> Given(Model.Inputs->size(), W.Given.Each);
  if (auto All = W.Given.allOf(Model))
    Given = std::move(*All);
  else if (W.Given.Each.empty())
    return false;
  // run({x}) of a model with two inputs
  if (const auto Problem = countProblem(Model, Given.size(), Package,
                                        aoti_tidy::Language::Cxx)) {
    const Expr *Inputs = R.Call->getArg(0);
    diag(Inputs->getBeginLoc(), "%0") << *Problem << Inputs->getSourceRange();
    noteLoaders(R, W, sourceText(Package, /*IsExported=*/false));
    return true;
  }
  if (checkInputs(R, W, Given, Ctx))
    return true;
  // state_ = at::zeros({8}), of which another method makes something else
  for (Inputs &AfterOne : givenByWrites(
           R, W, [](const TensorValues &Ways) { return Ways.size() > 1; })) {
    AfterOne.All = AfterOne.allOf(Model);
    if (!AfterOne.All || AfterOne.All->size() != Given.size())
      continue;
    Way One = W;
    One.Given = std::move(AfterOne);
    if (checkInputs(R, One, *One.Given.All, Ctx))
      return true;
  }
  return false;
}

// run({at::zeros({8, 16})}) of a model that takes [8, 32]
bool InputContractCheck::checkInputs(const Run &R, const Way &W,
                                     const std::vector<TensorValues> &Given,
                                     ASTContext &Ctx) {
  const ModelContract &Model = *W.Loaded->Model;
  bool Found = false;
  for (const Violation &V : violations(Model, Given)) {
    auto Problem = inputProblem(Model, V, W.Loaded->quotedName());
    if (!Problem)
      continue;
    // An edit for this input would be one for all, or for all packages.
    if (!W.Given.All ||
        (Problem->Do == Cure::ChangeType && !takeSameType(R, W, V.Input)))
      Problem->Do = Cure::None;
    report(R, W, V, *Problem, Ctx);
    Found = true;
    if (!W.Given.All)
      break;
  }
  return Found;
}

bool InputContractCheck::takeSameType(const Run &R, const Way &W,
                                      unsigned Input) {
  const auto Type = (*W.Loaded->Model->Inputs)[Input].Type;
  return !W.IsChosen || llvm::all_of(R.Ways, [&](const Way &Other) {
    const auto *Inputs = Other.Loaded && Other.Loaded->Model->Inputs
                             ? &*Other.Loaded->Model->Inputs
                             : nullptr;
    return Inputs && Input < Inputs->size() && (*Inputs)[Input].Type == Type;
  });
}

void InputContractCheck::report(const Run &R, const Way &W, const Violation &V,
                                const InputProblem &Problem, ASTContext &Ctx) {
  const Expr *Made = W.Given.Flow->expressionAt(V.From);
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
    const TensorContract &Input = (*W.Loaded->Model->Inputs)[V.Input];
    if (const auto Fix = changeType(Made, *Input.Type, Ctx))
      diag(Loc, "%0", DiagnosticIDs::Note) << Problem.CureText << *Fix;
  }
  if (isForeign(V.From))
    diag(locationOf(V.From, Made), "%0", DiagnosticIDs::Note)
        << Problem.AtOrigin;
  diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtRun;
  noteLoaders(R, W, sourceText(W.Loaded->quotedName(), /*IsExported=*/false));
}

std::unique_ptr<ClangTidyCheck>
makeInputContractCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<InputContractCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
