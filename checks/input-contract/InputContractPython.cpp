// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/input-contract/InputContractRule.h"
#include "checks/lib/script/ModelRuns.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {
namespace {

std::vector<Note> sourceNotes(const ModelRun &Run) {
  return Run.sourceNotes(sourceText(Run.PackageName, Run.isExported()));
}

Finding findingOf(const ModelRun &Run, Place From, InputProblem Problem,
                  const Tensors &T) {
  const Node Made = T.expressionAt(From);
  Finding Result(rangeOf(Made ? Made : Run.At), std::move(Problem.Text));
  // The values stay the same.
  if (Problem.IsCuredByContiguous && Made.is("call"))
    Result.Fix.push_back({{Made.end(), Made.end()}, ".contiguous()"});
  Result.Notes.emplace_back(rangeOf(Run.At), std::move(Problem.AtRun));
  llvm::append_range(Result.Notes, sourceNotes(Run));
  return Result;
}

} // namespace

static std::vector<Finding> inputContract(const File &F) {
  std::vector<Finding> Result;
  Tensors T(F);
  for (const ModelRun &Run : modelRuns(F, T)) {
    // run(x=x) of a model that was exported with (x,)
    if (Run.OtherKeywords) {
      Result.emplace_back(
          rangeOf(Run.At),
          keywordProblem(*Run.Model, *Run.OtherKeywords, Run.PackageName),
          sourceNotes(Run));
      continue;
    }
    // run(x) of a model with two inputs
    auto Count = Run.HasAllInputs
                     ? countProblem(*Run.Model, Run.Inputs.size(),
                                    Run.PackageName, Language::Python)
                     : std::nullopt;
    if (Count) {
      Result.emplace_back(rangeOf(Run.At), std::move(*Count), sourceNotes(Run));
      continue;
    }
    // run(torch.zeros(8, 16)) of a model that takes [8, 32]
    for (const Violation &V : violations(*Run.Model, Run.Inputs))
      if (auto Problem = inputProblem(*Run.Model, V, Run.PackageName))
        Result.push_back(findingOf(Run, V.From, std::move(*Problem), T));
  }
  sortByPlace(Result);
  return Result;
}

static constexpr llvm::StringRef Words[] = {"load_package"};

const Check InputContractPython = {inputContract, Words, /*RestsOnOrder=*/false,
                                   /*TellsRuns=*/true};

} // namespace aoti_tidy::python
