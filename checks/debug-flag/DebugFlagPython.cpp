// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/debug-flag/DebugFlagRule.h"
#include "checks/lib/script/ExecutionOrder.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Tells what the parts of a file do to the torch of its process; for
/// findExecutedBefore(). False when in doubt.
class TorchEvents {
public:
  explicit TorchEvents(const File &F);

  /// Imports torch, if no one has before.
  bool importsTorch(Node N) const;
  /// Imports torch._inductor.config, if no one has before: measured with 2.13,
  /// and what torch 2.6 to 2.15 import says the same.
  bool importsConfig(Node N) const;

private:
  const Call *callAt(Node N) const;
  bool importsAny(Node N, llvm::function_ref<bool(llvm::StringRef)> Of) const;

  const File &F;
  llvm::DenseMap<const void *, std::vector<const Import *>> Imports;
  llvm::DenseMap<const void *, const Call *> Calls;
};

/// Whether \p Name is of a package that imports torch._inductor.config with
/// itself: torch/_dynamo/utils.py and torch/_inductor/__init__.py do.
bool isOfCompiler(StringRef Name) {
  return isOrIsIn(Name, torchname::InductorPackage) ||
         isOrIsIn(Name, torchname::DynamoPackage);
}

/// Functions that bring in the compiler, whatever they are given.
constexpr StringRef CompilerCalls[] = {
    torchname::ExportAotCompile,
    torchname::Export,
    torchname::ExportForInference,
    torchname::ExportForTraining,
};

/// Packages that import torch before anything else can run.
constexpr StringRef TorchPackages[] = {
    "functorch", "torch", "torchao", "torchaudio", "torchvision",
};

TorchEvents::TorchEvents(const File &F) : F(F) {
  for (const Import &I : F.names().imports())
    Imports[I.Statement.id()].push_back(&I);
  for (const Call &C : F.calls())
    Calls[C.At.id()] = &C;
}

bool TorchEvents::importsTorch(Node N) const {
  return importsAny(N, [](StringRef Module) {
    return llvm::any_of(TorchPackages,
                        [&](StringRef P) { return isOrIsIn(Module, P); });
  });
}

bool TorchEvents::importsConfig(Node N) const {
  // import torch._inductor.config, from torch import _dynamo
  if (importsAny(N, isOfCompiler))
    return true;
  if (N.is("attribute")) {
    // torch imports these two packages when they are first asked for.
    const auto Name = F.names().qualifiedName(N);
    return Name && isOfCompiler(*Name);
  }
  // @torch.compile
  if (N.is("decorator")) {
    const auto Inner = N.children();
    const auto Name =
        Inner.empty() ? std::nullopt : F.names().qualifiedName(Inner.front());
    return Name && *Name == torchname::Compile;
  }
  const Call *C = callAt(N);
  if (!C)
    return false;
  // 'torch.compile(mode=...)' only makes a decorator.
  if (C->Callee == torchname::Compile)
    return C->argument(0, "model") != nullptr;
  return isOfCompiler(C->Callee) ||
         llvm::is_contained(CompilerCalls, StringRef(C->Callee));
}

const Call *TorchEvents::callAt(Node N) const {
  const auto At = Calls.find(N.id());
  return At == Calls.end() ? nullptr : At->second;
}

bool TorchEvents::importsAny(Node N,
                             llvm::function_ref<bool(StringRef)> Of) const {
  const auto At = Imports.find(N.id());
  return At != Imports.end() && llvm::any_of(At->second, [&](auto *I) {
           return Of(I->Module) || Of(I->Module + "." + I->Name);
         });
}

/// A place that sets a variable of this process's environment.
struct EnvironSet {
  enum class Form {
    Item,       ///< os.environ["NAME"] = value
    SetDefault, ///< os.environ.setdefault("NAME", value)
    Update,     ///< os.environ.update({"NAME": value}), os.environ |= {...}
    Putenv,     ///< os.putenv("NAME", value), which os.environ does not see
  } How = Form::Item;
  std::string Name;
  Node Value;
  /// The assignment, the call, or the entry of the dict.
  Node At;
};

bool isEnviron(const File &F, Node Expr) {
  const auto Name = F.names().qualifiedName(Expr);
  return Name && (*Name == "os.environ" || *Name == "os.environb");
}

/// The key of os.environ["NAME"], if that is what \p N is.
std::optional<std::string> environItem(const File &F, Node N) {
  if (!N.is("subscript") || !isEnviron(F, N.field("value")))
    return std::nullopt;
  return F.values().wholeString(N.field("subscript"));
}

void addEntries(const File &F, Node Entries, std::vector<EnvironSet> &Sets) {
  const auto Known = F.values().dictOf(Entries);
  if (!Known)
    return;
  for (const Dict::Entry &E : Known->Entries)
    if (E.Name)
      Sets.push_back({EnvironSet::Form::Update, *E.Name, E.Value, E.Whole});
}

/// The value that 'a = b = value' gives to a.
Node valueOf(Node Assignment) {
  Node Value = Assignment.field("right");
  while (Value.is("assignment"))
    Value = Value.field("right");
  return Value;
}

void addCall(const File &F, const Call &C, std::vector<EnvironSet> &Sets) {
  using Form = EnvironSet::Form;
  const StringRef Callee = C.Callee;
  // os.environ.update({"NAME": value}), os.environ.update(NAME=value)
  if (Callee == "os.environ.update") {
    if (const Argument *Entries = C.positional(0))
      addEntries(F, Entries->Value, Sets);
    for (const Argument &A : C.Arguments)
      if (!A.Keyword.empty())
        Sets.push_back({Form::Update, A.Keyword.str(), A.Value, A.Whole});
    return;
  }
  // os.putenv("NAME", value), os.environ.setdefault("NAME", value)
  const bool IsPutenv = Callee == "os.putenv";
  if (!IsPutenv && Callee != "os.environ.setdefault")
    return;
  const Argument *Name = C.positional(0);
  const Argument *Value = C.positional(1);
  if (!Name || !Value)
    return;
  if (const auto Known = F.values().wholeString(Name->Value))
    Sets.push_back({IsPutenv ? Form::Putenv : Form::SetDefault, *Known,
                    Value->Value, C.At});
}

/// Those whose names are known, in the order of the text.
std::vector<EnvironSet> environSets(const File &F) {
  std::vector<EnvironSet> Sets;
  forEachNode(F.tree().root(), [&](Node N) {
    // os.environ["NAME"] = value
    if (N.is("assignment")) {
      if (const auto Name = environItem(F, N.field("left")))
        Sets.push_back({EnvironSet::Form::Item, *Name, valueOf(N), N});
      // os.environ |= {"NAME": value}
    } else if (N.is("augmented_assignment")) {
      if (N.field("operator").text() == "|=" && isEnviron(F, N.field("left")))
        addEntries(F, N.field("right"), Sets);
    }
    return true;
  });
  for (const Call &C : F.calls())
    addCall(F, C, Sets);
  llvm::sort(Sets, [](const EnvironSet &A, const EnvironSet &B) {
    return A.At.begin() < B.At.begin();
  });
  return Sets;
}

/// The names of the variables that the file reads: os.environ["NAME"],
/// os.environ.get("NAME"), os.getenv("NAME"), "NAME" in os.environ.
std::vector<std::string> environReads(const File &F) {
  std::vector<std::string> Names;
  const auto Add = [&](std::optional<std::string> Name) {
    if (Name)
      Names.push_back(std::move(*Name));
  };
  forEachNode(F.tree().root(), [&](Node N) {
    // os.environ["NAME"], but not what is assigned or deleted
    if (N.is("subscript")) {
      const Node Parent = N.parent();
      const bool IsTarget =
          (Parent.is("assignment") && Parent.field("left") == N) ||
          Parent.isAnyOf({"delete_statement", "expression_list"});
      if (!IsTarget)
        Add(environItem(F, N));
      // "NAME" in os.environ
    } else if (N.is("comparison_operator")) {
      const auto Parts = N.children();
      if (Parts.size() == 2 && isEnviron(F, Parts[1]))
        Add(F.values().wholeString(Parts[0]));
    }
    return true;
  });
  // os.getenv("NAME"), os.environ.get("NAME")
  for (const Call &C : F.calls())
    if (C.Callee == "os.getenv" || C.Callee == "os.environ.get")
      if (const Argument *Name = C.positional(0))
        Add(F.values().wholeString(Name->Value));
  return Names;
}

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
