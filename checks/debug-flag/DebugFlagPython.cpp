// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/debug-flag/DebugFlagRule.h"
#include "checks/debug-flag/EnvironSets.h"
#include "checks/debug-flag/TorchEvents.h"
#include "checks/lib/script/ExecutionOrder.h"
#include "checks/lib/script/TextEdits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// 1, 1.0, True, None
bool isNoString(Node Value) {
  return Value.isAnyOf({"integer", "float", "true", "false", "none"});
}

/// The edit that makes a value say \p New.
std::optional<Edit> editTo(Node Value, const std::string &New) {
  if (isNoString(Value))
    return Edit{rangeOf(Value), '"' + New + '"'};
  return rewriteString(Value, New);
}

/// os.environ["NAME"] = x = "off"
bool sharesValue(const EnvironSet &Set) {
  return Set.At.is("assignment") && (Set.At.parent().is("assignment") ||
                                     Set.At.field("right").is("assignment"));
}

/// \p Place: what the problem rests on, if it rests on something.
std::optional<Finding> findingFor(const EnvironSet &Set,
                                  std::optional<FlagProblem> Problem,
                                  Node Place = {}) {
  if (!Problem)
    return std::nullopt;
  Finding Found{rangeOf(Set.At), std::move(Problem->Text)};
  std::optional<Edit> Fix;
  if (Problem->Do == FlagProblem::Cure::SetValue && !sharesValue(Set))
    Fix = editTo(Set.Value, Problem->Value);
  if (Fix && Problem->Note.empty())
    Found.Fix = {std::move(*Fix)};
  else if (Fix)
    Found.Notes.push_back(
        {rangeOf(Set.Value), std::move(Problem->Note), {std::move(*Fix)}});
  else if (Problem->Do == FlagProblem::Cure::None && !Problem->Note.empty())
    Found.Notes.emplace_back(rangeOf(Place ? Place : Set.At),
                             std::move(Problem->Note));
  return Found;
}

/// What scripts most often import first and does not import torch.
constexpr StringRef WithoutTorch =
    "__future__ abc argparse collections concurrent contextlib copy csv "
    "dataclasses datetime enum functools gc glob hashlib inspect io itertools "
    "json logging math multiprocessing numpy operator os pathlib pickle "
    "platform queue random re shutil signal socket statistics string struct "
    "subprocess sys tempfile textwrap threading time traceback types typing "
    "unittest uuid warnings";

class DebugFlags {
public:
  explicit DebugFlags(const File &F)
      : F(F), Sets(environSets(F)), Happens(F),
        TorchImports([this](Node N) { return Happens.importsTorch(N); }),
        ConfigImports([this](Node N) { return Happens.importsConfig(N); }),
        IsForThisProcess(!startsProcesses(F)) {
    IsRead.insert_range(environReads(F));
  }

  std::vector<Finding> findings() {
    std::vector<Finding> All;
    for (const EnvironSet &Set : Sets)
      if (auto Found = findingOf(Set))
        All.push_back(std::move(*Found));
    return All;
  }

private:
  std::optional<Finding> findingOf(const EnvironSet &Set) {
    // os.environ["TORCH_LOGS"] = "output_code"
    if (isReadByTorchImport(Set.Name))
      return ofTorchImport(Set);
    // os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
    if (const EnvFlag *Flag = envFlags().find(Set.Name))
      return ofFlag(Set, *Flag);
    // os.environ["AOT_INDUCTOR_DEBUG_COMPLE"] = "1"
    if (IsRead.contains(Set.Name))
      return std::nullopt;
    return findingFor(Set, misspelledFlagProblem(Set.Name));
  }

  std::optional<Finding> ofFlag(const EnvironSet &Set, const EnvFlag &Flag) {
    FlagFacts Facts{Flag, Language::Python, F.settings().Torch,
                    F.values().wholeString(Set.Value), IsForThisProcess};
    Facts.IsReadByFile = IsRead.contains(Set.Name);
    Facts.IsPutenv = Set.How == EnvironSet::Form::Putenv;
    // os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = 1
    if (isNoString(Set.Value))
      Facts.NoString = Set.Value.text().str();
    Node Place;
    auto Problem = flagProblem(Facts, [&] {
      // os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "1", after torch.export
      if (Flag.Phase == FlagPhase::Import)
        Place = ConfigImports.find(Set.At);
      return bool(Place);
    });
    return findingFor(Set, std::move(Problem), Place);
  }

  std::optional<Finding> ofTorchImport(const EnvironSet &Set) {
    const bool IsLogs = Set.Name == "TORCH_LOGS";
    // os.putenv("TORCH_LOGS", "output_code")
    if (IsForThisProcess && Set.How == EnvironSet::Form::Putenv)
      return findingFor(Set, putenvProblem(Set.Name));
    // Both make torch look at the environment once more, set_logs at all but
    // TORCH_LOGS.
    const bool IsReadAnew =
        F.mentions("_init_logs") || (!IsLogs && F.mentions("set_logs"));
    const auto Value = F.values().wholeString(Set.Value);
    // os.environ["TORCH_LOGS"] = "output_code", after 'import torch'
    if (IsForThisProcess && !IsReadAnew && !IsRead.contains(Set.Name))
      if (const Node Torch = TorchImports.find(Set.At))
        return findingFor(Set, lateLogsProblem(Set.Name), Torch);
    // Another module may have imported torch by then, so that nothing raises.
    const bool MayBeLate =
        llvm::any_of(F.names().imports(), [&](const Import &I) {
          return I.Statement.begin() < Set.At.begin() &&
                 !llvm::is_contained(llvm::split(WithoutTorch, ' '),
                                     StringRef(I.Module).split('.').first);
        });
    // os.environ["TORCH_LOGS"] = "outputcode"
    return IsLogs && Value && !MayBeLate
               ? findingFor(Set, logNamesProblem(*Value, F.settings().Torch))
               : std::nullopt;
  }

  const File &F;
  std::vector<EnvironSet> Sets;
  TorchEvents Happens;
  ExecutedBefore TorchImports, ConfigImports;
  llvm::StringSet<> IsRead;
  bool IsForThisProcess;
};

} // namespace

static constexpr StringRef Words[] = {
    "AOTINDUCTOR_",   "AOTI_",           "AOT_INDUCTOR_", "NO_CUDA_MEMORY",
    "TORCHINDUCTOR_", "TORCH_INDUCTOR_", "TORCH_LOGS",    "TORCH_TRACE",
};

const Check DebugFlagPython = {
    [](const File &F) { return DebugFlags(F).findings(); }, Words,
    /*RestsOnOrder=*/true};

} // namespace aoti_tidy::python
