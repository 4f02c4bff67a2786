// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/training-mode/ModelMode.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// More notes than these tell nothing new.
constexpr size_t MaxLayerNotes = 3;

std::optional<Finding> checkMode(const ExportedModel &M, const File &F) {
  const Node Maker = makerOf(M.Model, F);
  if (!Maker)
    return std::nullopt;
  auto Steps = trainingModeOf(M, F);
  const auto Layers = Steps ? modeLayers(Maker, F) : std::vector<ModeLayer>();
  if (Layers.empty())
    return std::nullopt;
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
  return Finding(rangeOf(M.Model), trainingModeProblem(Name, Kinds),
                 std::move(Notes));
}

/// The findings, by the export.
using ByExport = std::map<const Call *, Finding>;

// program.module().eval()
void checkExportedModules(const File &F, ByExport &Exports,
                          std::vector<Finding> &Out) {
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
    // One mistake: the mode is set where it is too late.
    if (const auto It =
            Exports.find(F.callAt(F.values().resolved(Maker.field("object"))));
        It != Exports.end())
      It->second.Notes.emplace_back(rangeOf(At), exportedModuleNote(Method));
    else
      Out.emplace_back(rangeOf(At), exportedModuleProblem(Method));
  }
}

} // namespace

static std::vector<Finding> trainingMode(const File &F) {
  std::vector<Finding> Result;
  ByExport Exports;
  for (const ExportedModel &M : exportedModels(F))
    if (auto Found = checkMode(M, F))
      Exports.emplace(M.Export, std::move(*Found));
  checkExportedModules(F, Exports, Result);
  for (auto &[_, Found] : Exports)
    Result.push_back(std::move(Found));
  sortByPlace(Result);
  return Result;
}

static constexpr StringRef Words[] = {"aoti_compile_and_package",
                                      "aot_compile"};

const Check TrainingModePython = {trainingMode, Words, /*RestsOnOrder=*/true};

} // namespace aoti_tidy::python
