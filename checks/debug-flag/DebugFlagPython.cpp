// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/DebugFlagPython.h"
#include "checks/common/PythonCheck.h"
#include "checks/debug-flag/TorchEvents.h"
#include "checks/lib/script/ExecutionOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

class DebugFlags {
public:
  explicit DebugFlags(const File &F)
      : F(F), Sets(environSets(F)), Happens(F),
        IsForThisProcess(!startsProcesses(F)) {
    for (const std::string &Name : environReads(F))
      IsRead.insert(Name);
  }

  std::vector<Finding> findings() {
    for (const EnvironSet &Set : Sets)
      if (auto Found = findingOf(Set))
        All.push_back(std::move(*Found));
    return std::move(All);
  }

private:
  std::optional<Finding> findingOf(const EnvironSet &Set) const;
  std::optional<Finding> ofTorchImport(const EnvironSet &Set) const;
  std::optional<Finding> ofUnknownName(const EnvironSet &Set) const;
  std::optional<Finding> unreadByTorch(const EnvironSet &Set,
                                       const EnvFlag &Flag) const;
  std::optional<Finding> afterConfigImport(const EnvironSet &Set) const;
  std::optional<Finding> outsideOfEnviron(const EnvironSet &Set) const;
  std::optional<Finding> afterFirstRun(const EnvironSet &Set) const;
  std::optional<Finding> afterCuda(const EnvironSet &Set,
                                   const EnvFlag &Flag) const;

  const File &F;
  std::vector<EnvironSet> Sets;
  TorchEvents Happens;
  llvm::StringSet<> IsRead;
  bool IsForThisProcess;
  std::vector<Finding> All;
};

std::optional<Finding> DebugFlags::findingOf(const EnvironSet &Set) const {
  if (Set.Name == "TORCH_LOGS" || Set.Name == "TORCH_LOGS_OUT" ||
      Set.Name == "TORCH_TRACE")
    return ofTorchImport(Set);
  const EnvFlag *Flag = envFlags().find(Set.Name);
  if (!Flag)
    return ofUnknownName(Set);

  if (auto Found = unreadByTorch(Set, *Flag))
    return Found;
  const bool IsOfInductor =
      Flag->Phase == FlagPhase::Import || Flag->Phase == FlagPhase::Compile;
  if (IsForThisProcess) {
    if (IsOfInductor)
      if (auto Found = outsideOfEnviron(Set))
        return Found;
    if (Flag->Phase == FlagPhase::Import && !IsRead.contains(Set.Name))
      if (auto Found = afterConfigImport(Set))
        return Found;
    if (Set.Name == "AOTI_RUNTIME_CHECK_INPUTS")
      if (auto Found = afterFirstRun(Set))
        return Found;
    if (auto Found = afterCuda(Set, *Flag))
      return Found;
  }
  if (Set.Name == "AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT")
    return unusedFilter(Set, Sets, F);
  return flagValueFinding(F, Set, *Flag);
}

// os.environ["TORCH_LOGS"] = "output_code", after 'import torch'
std::optional<Finding> DebugFlags::ofTorchImport(const EnvironSet &Set) const {
  const bool IsLogs = Set.Name == "TORCH_LOGS";
  if (IsForThisProcess)
    if (auto Found = outsideOfEnviron(Set))
      return Found;
  // Both make torch look at the environment once more, set_logs at all but
  // TORCH_LOGS.
  const StringRef Text = F.tree().text();
  const bool IsReadAnew =
      Text.contains("_init_logs") || (!IsLogs && Text.contains("set_logs"));
  if (IsForThisProcess && !IsReadAnew && !IsRead.contains(Set.Name))
    if (const Node Torch = findExecutedBefore(
            Set.At, [&](Node N) { return Happens.importsTorch(N); }))
      return Finding{
          rangeOf(Set.At),
          fmt::format("'{}' is set after torch was imported: torch reads it "
                      "once, at its import, so this {}; set it before{}",
                      Set.Name,
                      IsLogs ? "changes no log, and makes torch ignore "
                               "'torch._logging.set_logs'"
                             : "changes nothing",
                      IsLogs ? ", or call 'torch._logging.set_logs' instead"
                             : ""),
          {{rangeOf(Torch), "torch is imported here", {}}},
          {}};
  return IsLogs ? logNamesFinding(F, Set) : std::nullopt;
}

// os.environ["AOT_INDUCTOR_DEBUG_COMPLE"] = "1"
std::optional<Finding> DebugFlags::ofUnknownName(const EnvironSet &Set) const {
  const StringRef Name = Set.Name;
  constexpr StringRef Prefixes[] = {"AOTINDUCTOR_",   "AOTI_",
                                    "AOT_INDUCTOR_",  "DUMP_AOTI",
                                    "TORCHINDUCTOR_", "TORCH_INDUCTOR_"};
  const bool LooksLikeOne =
      llvm::any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
  // A digit makes it another one: "..._V2".
  if (!LooksLikeOne || llvm::isDigit(Name.back()) || IsRead.contains(Name))
    return std::nullopt;
  const EnvFlag *Meant = envFlags().similar(Name);
  if (!Meant)
    return std::nullopt;
  return Finding{rangeOf(Set.At),
                 fmt::format("no torch reads '{}', so setting it does nothing; "
                             "did you mean '{}'?",
                             Name.str(), Meant->Name.str()),
                 {},
                 {}};
}

std::optional<Finding> DebugFlags::unreadByTorch(const EnvironSet &Set,
                                                 const EnvFlag &Flag) const {
  const auto Torch = F.settings().Torch;
  if (!Torch || Flag.existsIn(*Torch) || IsRead.contains(Set.Name))
    return std::nullopt;
  const bool IsTooNew = *Torch < Flag.First;
  std::string Text;
  if (Set.Name == "AOTI_RUNTIME_CHECK_INPUTS")
    Text = fmt::format(
        "packages compiled with torch {} do not read '{}', so setting it does "
        "nothing; compile with torch 2.7 or newer, {}",
        Torch->str(), Set.Name,
        *Torch < TorchVersion{2, 4}
            ? "which emits the input checks"
            : "or with 'AOT_INDUCTOR_DEBUG_COMPILE=1', which emits the input "
              "checks up to torch 2.6");
  else
    Text = fmt::format("torch {} does not read '{}', which {} torch {}, so "
                       "setting it does nothing; remove it",
                       Torch->str(), Set.Name,
                       IsTooNew ? "came with" : "was last read by",
                       (IsTooNew ? Flag.First : *Flag.Last).str());
  return Finding{rangeOf(Set.At), Text, {}, {}};
}

// os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "1", after torch.export.export(...)
std::optional<Finding>
DebugFlags::afterConfigImport(const EnvironSet &Set) const {
  // What 2.5 and older import is not known.
  if (!F.settings().torchAtLeast({2, 6}))
    return std::nullopt;
  const Node Import = findExecutedBefore(
      Set.At, [&](Node N) { return Happens.importsConfig(N); });
  if (!Import)
    return std::nullopt;
  return Finding{
      rangeOf(Set.At),
      fmt::format("'{}' is set after 'torch._inductor.config' was imported: "
                  "torch reads it once, at that import, so this changes "
                  "nothing; set it before",
                  Set.Name),
      {{rangeOf(Import), "'torch._inductor.config' is imported from here", {}}},
      {}};
}

// os.putenv("TORCHINDUCTOR_NAN_ASSERTS", "1")
std::optional<Finding>
DebugFlags::outsideOfEnviron(const EnvironSet &Set) const {
  if (Set.How != EnvironSet::Form::Putenv)
    return std::nullopt;
  Finding Found{rangeOf(Set.At),
                fmt::format("'os.putenv' does not change 'os.environ', where "
                            "torch looks '{0}' up, so this does nothing; set "
                            "'os.environ[\"{0}\"]'",
                            Set.Name),
                {},
                {}};
  return Found;
}

/// The identifier that a loaded model is given to, if this is such a call.
Node modelLoadedBy(const Call &C) {
  if (C.Callee != "torch._inductor.aoti_load_package" &&
      C.Callee != "torch._inductor.package.load_package" &&
      C.Callee != "torch._inductor.package.package.load_package" &&
      C.Callee != "torch._export.aot_load")
    return {};
  const Node Parent = C.At.parent();
  const Node Left = Parent.field("left");
  return Parent.is("assignment") && Parent.field("right") == C.At &&
                 Left.is("identifier")
             ? Left
             : C.At;
}

// model(x); os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"; model(x)
std::optional<Finding> DebugFlags::afterFirstRun(const EnvironSet &Set) const {
  Node Model;
  for (const Call &C : F.calls())
    if (const Node Loaded = modelLoadedBy(C)) {
      // Of two models, one may run for the first time later.
      if (Model || !Loaded.is("identifier"))
        return std::nullopt;
      Model = Loaded;
    }
  if (!Model)
    return std::nullopt;
  bool RunsAfter = false;
  llvm::SmallVector<Node, 4> Runs;
  for (const Node Use : F.names().occurrences(Model)) {
    if (Use == Model)
      continue;
    const Node Parent = Use.parent();
    // What else is done with it, others may run or load anew.
    if (!Parent.is("call") || !(Parent.field("function") == Use))
      return std::nullopt;
    Runs.push_back(Parent);
    RunsAfter |= Parent.begin() > Set.At.end();
  }
  if (!RunsAfter || Runs.empty())
    return std::nullopt;
  const Node First = findExecutedBefore(
      Set.At, [&](Node N) { return llvm::is_contained(Runs, N); });
  if (!First)
    return std::nullopt;
  return Finding{
      rangeOf(Set.At),
      fmt::format("'{}' is set after the first run: a loaded model reads it "
                  "once, at its first run, so this changes nothing for that "
                  "model; set it before that run",
                  Set.Name),
      {{rangeOf(First), "the first run is here", {}}},
      {}};
}

// x = torch.zeros(3, device="cuda"); os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
std::optional<Finding> DebugFlags::afterCuda(const EnvironSet &Set,
                                             const EnvFlag &Flag) const {
  const bool IsAllocator = Flag.Phase == FlagPhase::CudaAllocator;
  if (!IsAllocator && Flag.Phase != FlagPhase::CudaContext)
    return std::nullopt;
  const Node Use = findExecutedBefore(
      Set.At, [&](Node N) { return Happens.allocatesOnCuda(N); });
  if (!Use)
    return std::nullopt;
  return Finding{
      rangeOf(Set.At),
      IsAllocator
          ? fmt::format("'{}' is set after the first allocation on a GPU: "
                        "torch reads it once, at that allocation, so this "
                        "changes nothing; set it before the first CUDA tensor",
                        Set.Name)
          : fmt::format("'{}' is set after the CUDA context was created: the "
                        "driver reads it once, before that, so this changes "
                        "nothing; set it before the first use of CUDA",
                        Set.Name),
      {{rangeOf(Use),
        IsAllocator ? "the first allocation is here"
                    : "CUDA is in use from here on",
        {}}},
      {}};
}

} // namespace

static std::vector<Finding> debugFlag(const File &F) {
  return DebugFlags(F).findings();
}

static constexpr StringRef Words[] = {
    "AOTINDUCTOR_",         "AOTI_",          "AOT_INDUCTOR_",
    "CUDA_LAUNCH_BLOCKING", "NO_CUDA_MEMORY", "TORCHINDUCTOR_",
    "TORCH_INDUCTOR_",      "TORCH_LOGS",     "TORCH_TRACE",
};

extern const Check DebugFlagPython;
const Check DebugFlagPython = {debugFlag, Words, /*RestsOnOrder=*/true};

} // namespace aoti_tidy::python
