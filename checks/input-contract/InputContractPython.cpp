// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/package/ConformanceText.h"
#include "checks/lib/script/ModelRuns.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

namespace aoti_tidy::python {
namespace {

using Kind = Violation::Kind;

/// Where the contract comes from.
Note sourceOf(const ModelRun &Run) {
  if (Run.Export)
    return {rangeOf(Run.Export->At.field("function")),
            "exported here, for inputs like its example inputs",
            {}};
  return {rangeOf(Run.Load->At.field("function")),
          Run.PackageName + " is loaded here",
          {}};
}

Finding countFinding(const ModelRun &Run) {
  const size_t Wanted = Run.Model->Inputs->size();
  Finding Result;
  Result.setRange(rangeOf(Run.At));
  Result.Message = fmt::format(
      "{} takes {} input{}, and this call gives {}, on "
      "which it throws",
      Run.PackageName, Wanted, Wanted == 1 ? "" : "s", Run.Inputs.size());
  Result.Notes.push_back(sourceOf(Run));
  return Result;
}

Finding findingOf(const ModelRun &Run, const Violation &V, const Tensors &T) {
  const TensorContract &Input = (*Run.Model->Inputs)[V.Input];
  const Node Made = T.expressionAt(V.From);
  Finding Result;
  Result.setRange(rangeOf(Made ? Made : Run.At));
  Result.Message = violationText(V, Input, Run.PackageName);
  // The values stay the same.
  if (V.What == Kind::Stride && Input.IsContiguous && Made.is("call"))
    Result.Fix.push_back({{Made.end(), Made.end()}, ".contiguous()"});
  Result.Notes.push_back(
      {rangeOf(Run.At), consequenceText(V, Run.Model->Checks).str(), {}});
  Result.Notes.push_back(sourceOf(Run));
  return Result;
}

} // namespace

static std::vector<Finding> inputContract(const File &F) {
  std::vector<Finding> Result;
  Tensors T(F);
  for (const ModelRun &Run : modelRuns(F, T)) {
    if (!Run.Model->Inputs)
      continue;
    if (Run.HasAllInputs && Run.Inputs.size() != Run.Model->Inputs->size()) {
      Result.push_back(countFinding(Run));
      continue;
    }
    for (const Violation &V : violations(*Run.Model, Run.Inputs))
      if (V.What != Kind::Device)
        Result.push_back(findingOf(Run, V, T));
  }
  sortByPlace(Result);
  return Result;
}

static constexpr llvm::StringRef Words[] = {"load_package"};

extern const Check InputContractPython;
const Check InputContractPython = {inputContract, Words};

} // namespace aoti_tidy::python
