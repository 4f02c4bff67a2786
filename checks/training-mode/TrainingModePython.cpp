// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/training-mode/ModeLayers.h"
#include "checks/training-mode/ModelMode.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// More notes than these tell nothing new.
constexpr size_t MaxLayerNotes = 3;

void checkMode(const ExportedModel &M, const File &F,
               std::vector<Finding> &Out) {
  const Node Maker = makerOf(M.Model, F);
  if (!Maker)
    return;
  auto Steps = trainingModeOf(M, F);
  const auto Layers = Steps ? modeLayers(Maker, F) : std::vector<ModeLayer>();
  if (Layers.empty())
    return;
  std::vector<std::string> Kinds;
  std::vector<Note> Notes;
  for (const auto &[At, Step] : *Steps)
    Notes.emplace_back(rangeOf(At), stepNote(Step).str());
  for (const ModeLayer &L : Layers) {
    if (llvm::is_contained(Kinds, L.Name))
      continue;
    Kinds.push_back(L.Name);
    if (Kinds.size() <= MaxLayerNotes)
      Notes.emplace_back(rangeOf(L.At), layerNote(L.What).str());
  }
  const std::string Name =
      M.Model.is("identifier") ? "'" + M.Model.text().str() + "'" : "the model";
  Out.emplace_back(rangeOf(M.Model), trainingModeProblem(Name, Kinds),
                   std::move(Notes));
}

// program.module().eval()
void checkExportedModules(const File &F, std::vector<Finding> &Out) {
  // torchao and torch.ao make them answer.
  if (F.mentions("allow_exported_model_train_eval"))
    return;
  for (Node At : F.names().calls()) {
    const Node Callee = At.field("function");
    const StringRef Method = Callee.field("attribute").text();
    if (!Callee.is("attribute") || (Method != "eval" && Method != "train"))
      continue;
    const Node Made = F.values().resolved(Callee.field("object"));
    const Node Maker = Made.field("function");
    if (!Made.is("call") || !Maker.is("attribute") ||
        Maker.field("attribute").text() != "module" ||
        !isExportedProgram(Maker.field("object"), F) || isExpectedToFail(At) ||
        isConditional(At, Names::scopeOf(At)))
      continue;
    Out.emplace_back(rangeOf(At), exportedModuleProblem(Method));
  }
}

} // namespace

static std::vector<Finding> trainingMode(const File &F) {
  std::vector<Finding> Result;
  for (const ExportedModel &M : exportedModels(F))
    checkMode(M, F, Result);
  checkExportedModules(F, Result);
  sortByPlace(Result);
  return Result;
}

static constexpr StringRef Words[] = {"aoti_compile_and_package",
                                      "aot_compile"};

extern const Check TrainingModePython;
const Check TrainingModePython = {trainingMode, Words, /*RestsOnOrder=*/true};

} // namespace aoti_tidy::python
