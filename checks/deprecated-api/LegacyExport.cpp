// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyExport.h"
#include "checks/deprecated-api/LegacyIndex.h"
#include "checks/lib/script/InductorConfigs.h"
#include "checks/lib/script/TextEdits.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// 'a' of 'a.b.c'.
Node rootOf(Node Expr) {
  while (Expr.is("attribute"))
    Expr = Expr.field("object");
  return Expr;
}

/// Whether the identifier is used as a variable: no attribute, no keyword, no
/// part of an import.
bool isVariable(Node Identifier) {
  const Node Parent = Identifier.parent();
  if (Parent.is("attribute"))
    return Parent.field("attribute") != Identifier;
  if (Parent.is("keyword_argument"))
    return Parent.field("name") != Identifier;
  return !Parent.isAnyOf({"dotted_name", "aliased_import"});
}

/// 'import torch', 'import torch as t', 'import torch._export': the first that
/// binds a name which is torch in all of the file; null if there is none.
const Import *importOfTorch(const File &F) {
  const auto *Torch = llvm::find_if(F.names().imports(), [](const Import &I) {
    return I.Name.empty() && I.Statement.parent().is("module") &&
           (I.Module == "torch" ||
            (I.Bound == "torch" && StringRef(I.Module).starts_with("torch.")));
  });
  if (Torch == F.names().imports().end())
    return nullptr;
  bool IsTorch = true;
  forEachNode(F.tree().root(), [&](Node N) {
    if (N.is("identifier") && N.text() == Torch->Bound && isVariable(N))
      IsTorch &= F.names().qualifiedName(N) == "torch";
    return IsTorch;
  });
  return IsTorch ? Torch : nullptr;
}

/// The name by which 'torch' can be reached where the call is; empty if there
/// is no telling.
std::string torchAt(const Call &C, const Import *Torch, const File &F) {
  const Node Root = rootOf(C.At.field("function"));
  if (Root.is("identifier") && F.names().qualifiedName(Root) == "torch")
    return Root.text().str();
  return Torch && Torch->Statement.begin() < C.At.begin() ? Torch->Bound : "";
}

/// config.aot_inductor.output_path = "m.so": the first, as one is obstacle
/// enough.
struct ConfiguredPaths {
  explicit ConfiguredPaths(const File &F) {
    const auto Settings = configSettings(F);
    const auto *Path = llvm::find_if(Settings, [](const ConfigSetting &Set) {
      return Set.Key == "aot_inductor.output_path" &&
             (!Set.By || Set.By->Callee == torchname::ConfigPatch);
    });
    All = Settings.slice(Path - Settings.begin(), Path != Settings.end());
  }

  llvm::ArrayRef<ConfigSetting> All;
};

class Migration {
public:
  /// \p UnknownLoad is a load of which it is not known what made what it loads.
  Migration(const File &F, const Import *Torch, const Call *Compile,
            llvm::ArrayRef<const Call *> Loads,
            const Call *UnknownLoad = nullptr)
      : F(F), UnknownLoad(UnknownLoad) {
    Result.Compile = Compile;
    Result.Loads.append(Loads.begin(), Loads.end());
    TorchName = torchAt(*Result.first(), Torch, F);
    for (const Call *Load : Loads)
      if (const Argument *Path = Load->argument(0, "so_path"))
        LoadPaths.insert(Path->Value.id());
  }

  LegacyExport run() {
    if (Result.Compile)
      Parts = readCompile(*Result.Compile, F, Result);
    if (Result.Compile) {
      if (TorchName.empty())
        Result.add(Hurdle::NoTorch);
      Result.Suggestions.push_back(packagedCallInBrief(Parts));
      followResult();
      followPath();
    }
    for (const Call *Load : Result.Loads)
      rewriteLoad(*Load, F, TorchName, Result);
    if (!Result.Compile) {
      judgeLoneLoad();
      if (TorchName.empty())
        Result.add(Hurdle::NoTorch);
    }
    if (Result.Compile && Result.Obstacle.empty())
      rewriteCompile(Parts, TorchName, Result);
    if (Result.Obstacle.empty())
      removeImports();
    else
      Result.Edits.clear();
    return std::move(Result);
  }

private:
  bool isPathOfLoad(Node N) const { return LoadPaths.contains(N.id()); }

  /// Whether \p N, which is no use by Result's loads, is part of another load,
  /// or given to a runner of libraries.
  bool isInOtherLoad(Node N) const { return F.index<LegacyLoads>().has(N); }

  void addUse(Hurdle H, Node Use, StringRef What) {
    Result.add(isInOtherLoad(Use) ? Hurdle::LoadIsElsewhere : H, Use, What);
  }

  /// What is done with the path that the call returns.
  void followResult() {
    const Node Value = Result.Compile->At;
    const Node Parent = Value.parent();
    if (Result.Loads.empty()) {
      Result.add(Hurdle::NoLoad);
      if (UnknownLoad)
        Result.add(Hurdle::LoadIsElsewhere, UnknownLoad->At);
    }
    if (Parent.is("expression_statement") || isPathOfLoad(Value))
      return;
    // so = torch._export.aot_compile(...)
    const Node Name = Parent.field("left");
    if (!Parent.is("assignment") || !Name.is("identifier") ||
        !Parent.parent().is("expression_statement") ||
        Names::scopeOf(Name).is("class_definition"))
      return UnknownLoad ? Result.add(Hurdle::LoadIsElsewhere, UnknownLoad->At)
                         : Result.add(Hurdle::ResultIsUsed, Parent);
    judgeUses(Name, {});
  }

  /// Uses of a variable that is a path, other than to load what is there.
  void judgeUses(Node Name, llvm::ArrayRef<Node> Known) {
    const auto IsOther = [&](Node Use) {
      return !(Use == Name) && !isPathOfLoad(Use) &&
             llvm::none_of(Known, [&](Node K) { return isWithin(Use, K); });
    };
    const auto All = F.names().occurrences(Name);
    const auto *First = llvm::find_if(All, IsOther);
    if (First == All.end())
      return;
    // Those that load a library weigh most.
    const auto InLoads = F.index<LegacyLoads>().usesOf(Name);
    const auto *InLoad = llvm::find_if(InLoads, IsOther);
    addUse(Hurdle::PathIsUsed, InLoad == InLoads.end() ? *First : *InLoad,
           Name.text());
  }

  /// Whether \p N is where the path is written or loaded.
  bool isKnownUseOfPath(Node N) const {
    if (isWithin(N, Parts.Output->Value) || isWithin(N, Parts.PathValue))
      return true;
    for (Node Up = N; Up; Up = Up.parent())
      if (isPathOfLoad(Up))
        return true;
    return false;
  }

  /// The path that is written: all that names it must change with it.
  void followPath() {
    // config.aot_inductor.output_path = "m.so"
    for (const ConfigSetting &Set : F.index<ConfiguredPaths>().All)
      Result.add(Hurdle::PathIsConfigured, Set.At);
    if (!Parts.Output || !Parts.Suffix)
      return;
    const Node Output = Parts.Output->Value;
    if (Parts.PathValue) {
      // so = "m.so"
      const Node Target = F.names().bindingOf(Output);
      judgeUses(Output, {Target, Parts.PathValue});
      Result.Edits.push_back({*Parts.Suffix, ".pt2"});
    }
    for (const Call *Load : Result.Loads)
      if (const Argument *Path = Load->argument(0, "so_path"))
        if (const auto Suffix = suffixAt(Path->Value, ".so", F.names()))
          Result.Edits.push_back({*Suffix, ".pt2"});
    lookForPath(Output);
  }

  /// os.path.exists("m.so"), os.remove(f"{d}.so")
  void lookForPath(Node Output) {
    // Of several obstacles, the first is said.
    if (!Result.Obstacle.empty())
      return;
    const StringRef Text = F.tree().text();
    const Node Literal =
        F.tree().nodeAt(Parts.Suffix->Begin, Parts.Suffix->End);
    StringRef Base = Text.slice(Literal.begin(), Parts.Suffix->End);
    Base = Base.substr(Base.find_last_of("/\"'") + 1);
    const Node N = F.index<PathTexts>().find(
        Output, Base, [&](Node N) { return !isKnownUseOfPath(N); });
    if (!N)
      return;
    const bool IsNamed =
        N.is("string") && Base != ".so" && N.text().contains(Base);
    addUse(IsNamed ? Hurdle::PathIsNamed : Hurdle::PathIsRepeated, N, Base);
  }

  /// What it loads was compiled elsewhere.
  void judgeLoneLoad() {
    const Argument *Path = Result.Loads.front()->argument(0, "so_path");
    const auto Text = Path ? F.values().stringOf(Path->Value) : std::nullopt;
    if (!Text || !Text->endsWith(".pt2"))
      Result.add(Hurdle::NoPackage);
  }

  /// from torch._export import aot_compile, aot_load
  void removeImports() {
    llvm::SmallVector<Node, 4> Callees;
    if (Result.Compile)
      Callees.push_back(Result.Compile->At.field("function"));
    for (const Call *Load : Result.Loads)
      Callees.push_back(Load->At.field("function"));
    for (const Node Statement : F.index<ImportUses>().statementsFor(Callees))
      // Without its only statement a block would be none.
      if (Statement.parent().hasSeveralChildren() &&
          !Statement.parent().parent().is("try_statement"))
        Result.Edits.push_back({wholeLines(Statement), ""});
  }

  const File &F;
  const Call *const UnknownLoad;
  std::string TorchName;
  CompileParts Parts;
  llvm::SmallDenseSet<const void *, 4> LoadPaths;
  LegacyExport Result;
};

} // namespace

void LegacyExport::add(Hurdle H, Node At, StringRef What) {
  std::string &Into = isDoubt(H) ? Doubt : Obstacle;
  if (!Obstacle.empty() && !isDoubt(H))
    return;
  // Of an obstacle, that is the place.
  if (Obstacle.empty() && (Doubt.empty() || !isDoubt(H)))
    Where = At;
  if (!Into.empty())
    Into += "; and ";
  Into += hurdleText(H, What);
}

std::vector<LegacyExport> legacyExports(const File &F) {
  std::vector<CompileParts> Compiles;
  std::vector<const Call *> Loads;
  for (const Call &C : F.calls()) {
    LegacyExport Ignored;
    if (C.Callee == torchname::ExportAotCompile ||
        C.Callee == torchname::InductorAotCompile)
      Compiles.push_back(readCompile(C, F, Ignored));
    else if (C.Callee == torchname::ExportAotLoad)
      Loads.push_back(&C);
  }
  std::vector<LegacyExport> Result;
  if (Compiles.empty() && Loads.empty())
    return Result;
  const Import *Torch = importOfTorch(F);
  std::vector<llvm::SmallVector<const Call *, 2>> LoadsOf(Compiles.size());
  const Call *UnknownLoad = nullptr;
  const CompilesByPath ByPath(Compiles, F);
  for (const Call *Load : Loads) {
    const Argument *Path = Load->argument(0, "so_path");
    const auto Made =
        Path ? ByPath.madeAt(Path->Value) : llvm::SmallVector<unsigned, 4>();
    // Of several compiles to one path, the load may load what each made.
    if (Made.size() == 1) {
      LoadsOf[Made.front()].push_back(Load);
      continue;
    }
    if (!Path || !Made.empty() || !F.values().wholeString(Path->Value))
      UnknownLoad = Load;
    Result.push_back(Migration(F, Torch, nullptr, Load).run());
  }
  for (const auto &[Compile, Loaded] : llvm::zip_equal(Compiles, LoadsOf))
    if (Compile.At->Callee == torchname::ExportAotCompile || !Loaded.empty())
      Result.push_back(
          Migration(F, Torch, Compile.At, Loaded, UnknownLoad).run());
  llvm::sort(Result, [](const LegacyExport &A, const LegacyExport &B) {
    return A.first()->At.begin() < B.first()->At.begin();
  });
  return Result;
}

} // namespace aoti_tidy::python
