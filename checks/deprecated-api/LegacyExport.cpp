// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyExport.h"
#include "checks/deprecated-api/LegacyCall.h"
#include "checks/deprecated-api/LegacyImports.h"
#include "checks/lib/script/TextEdits.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

Node withoutParentheses(Node N) {
  while (N.is("parenthesized_expression")) {
    const auto Below = N.children();
    if (Below.empty())
      break;
    N = Below.front();
  }
  return N;
}

/// Whether \p Path, which a load is given, surely is the path that the compile
/// returns or writes to.
bool isPathOf(const CompileParts &Compile, Node Path, const File &F) {
  Path = withoutParentheses(Path);
  if (Path == Compile.At->At)
    return true;
  if (Path.is("identifier") &&
      withoutParentheses(F.names().assignedValue(Path)) == Compile.At->At)
    return true;
  if (!Compile.Output)
    return false;
  const Node Output = Compile.Output->Value;
  // The same text of the same function: whatever it is, it is the same file,
  // and it stays so with another end.
  if (Path.text() == Output.text() &&
      Names::scopeOf(Path) == Names::scopeOf(Output))
    return true;
  const auto Written = F.values().wholeString(Output);
  return Written && F.values().wholeString(Path) == Written;
}

/// What else the file compiles and loads.
struct Others {
  /// Another call that compiles to the path that is loaded.
  const Call *Compile = nullptr;
  /// A load of which it is not known what made what it loads.
  const Call *Load = nullptr;
};

class Migration {
public:
  Migration(const File &F, TorchNames &Torches, const Call *Compile,
            llvm::ArrayRef<const Call *> Loads, Others Known = {})
      : F(F), Torches(Torches), Known(Known) {
    Result.Compile = Compile;
    Result.Loads.append(Loads.begin(), Loads.end());
  }

  LegacyExport run() {
    if (Result.Compile)
      Parts = readCompile(*Result.Compile, F, Result);
    const TorchName Torch = Torches.at(*Result.first());
    if (Torch.Name.empty())
      Result.obstruct("'torch' is not imported by name");
    if (Known.Compile)
      Result.obstruct("this is compiled to the same path", Known.Compile->At);
    if (Result.Compile) {
      Result.Suggestions.push_back(packagedCallInBrief(Parts));
      followResult();
      followPath();
    }
    for (const Call *Load : Result.Loads)
      rewriteLoad(*Load, F, Torch.Name, Result);
    if (!Result.Compile)
      judgeLoneLoad();
    if (!Result.Obstacle.empty()) {
      Result.Edits.clear();
      return std::move(Result);
    }
    if (Result.Compile)
      Result.Edits.push_back(
          {rangeOf(Result.Compile->At), packagedCall(Parts, Torch.Name)});
    if (!Result.isSafe() && Torch.Before)
      Result.Edits.push_back(importOfTorch(*Torch.Before));
    return std::move(Result);
  }

private:
  bool isPathOfLoad(Node N) const {
    return llvm::any_of(Result.Loads, [&](const Call *Load) {
      const Argument *Path = Load->argument(0, "so_path");
      return Path && withoutParentheses(Path->Value) == N;
    });
  }

  /// What is done with the path that the call returns.
  void followResult() {
    Node Value = Result.Compile->At;
    while (Value.parent().is("parenthesized_expression"))
      Value = Value.parent();
    const Node Parent = Value.parent();
    if (Result.Loads.empty())
      Result.doubt(
          "nothing in this file loads what it compiles; what does must "
          "load the package, with 'torch._inductor.aoti_load_package' "
          "or AOTIModelPackageLoader");
    // Without that load, it must not be rewritten.
    if (Known.Load && (Result.Loads.empty() || !isResultFollowed(Value)))
      Result.obstruct("what is loaded here may be what it compiles",
                      Known.Load->At);
    if (isResultFollowed(Value))
      return;
    const Node Name = Parent.field("left");
    if (!isOnlyTarget(Parent, Value))
      return Result.doubt(
          "what it returns is used here: it becomes the path of "
          "a .pt2",
          Parent);
    if (Names::scopeOf(Name).is("class_definition"))
      return Result.doubt("'" + Name.text().str() +
                              "' is an attribute of the class: it becomes the "
                              "path of a .pt2",
                          Name);
    llvm::SmallVector<Node, 4> Uses;
    for (Node Use : F.names().occurrences(Name))
      if (!(Use == Name) && !isPathOfLoad(Use))
        Uses.push_back(Use);
    judgeUses(Name.text(), Uses);
  }

  /// a = Value, not a = b = Value.
  static bool isOnlyTarget(Node Assignment, Node Value) {
    return Assignment.is("assignment") &&
           Assignment.field("left").is("identifier") &&
           Assignment.field("right") == Value &&
           Assignment.parent().is("expression_statement");
  }

  /// Whether all that is done with what the call returns is to load it.
  bool isResultFollowed(Node Value) const {
    const Node Parent = Value.parent();
    if (Parent.is("expression_statement") || isPathOfLoad(Result.Compile->At))
      return true;
    const Node Name = Parent.field("left");
    if (!isOnlyTarget(Parent, Value) ||
        Names::scopeOf(Name).is("class_definition"))
      return false;
    return llvm::all_of(F.names().occurrences(Name), [&](Node Use) {
      return Use == Name || isPathOfLoad(Use);
    });
  }

  /// Whether \p N is where the path is written or loaded.
  bool isKnownUseOfPath(Node N) const {
    const auto IsIn = [&](Node Other) {
      return Other && Other.begin() <= N.begin() && N.end() <= Other.end();
    };
    if (IsIn(Parts.Output->Value) || IsIn(Parts.PathValue))
      return true;
    return llvm::any_of(Result.Loads, [&](const Call *Load) {
      const Argument *Path = Load->argument(0, "so_path");
      return Path && IsIn(Path->Value);
    });
  }

  /// The path that is written: all that names it must change with it.
  void followPath() {
    lookForConfiguredPath();
    if (!Parts.Output || !Parts.Suffix)
      return;
    const Node Output = Parts.Output->Value;
    if (Parts.PathValue) {
      llvm::SmallVector<Node, 4> Uses;
      for (Node Use : F.names().occurrences(Output)) {
        const Node Parent = Use.parent();
        const bool IsAssigned =
            Parent.is("assignment") && Parent.field("right") == Parts.PathValue;
        if (!IsAssigned && !(Use == Output) && !isPathOfLoad(Use))
          Uses.push_back(Use);
      }
      judgeUses(Output.text(), Uses);
      Result.Edits.push_back({*Parts.Suffix, ".pt2"});
    }
    for (const Call *Load : Result.Loads)
      if (const Argument *Path = Load->argument(0, "so_path"))
        if (const auto Suffix = suffixAt(Path->Value, ".so", F.names()))
          Result.Edits.push_back({*Suffix, ".pt2"});
    lookForSamePath(Output);
    // "resnet50.so" in the arguments of a compiler, or a test that it exists.
    const StringRef Text = F.tree().text();
    const Node Literal =
        F.tree().nodeAt(Parts.Suffix->Begin, Parts.Suffix->End);
    StringRef Base = Text.slice(Literal.begin(), Parts.Suffix->End);
    Base = Base.substr(Base.find_last_of("/\"'") + 1);
    if (Base == ".so")
      return;
    bool Named = false;
    forEachNode(F.tree().root(), [&](Node N) {
      if (!N.is("string"))
        return !Named;
      if (!Named && N.text().contains(Base) && !isKnownUseOfPath(N)) {
        if (isInLoad(N))
          Result.obstruct("what is loaded here may be what it compiles", N);
        Result.doubt("'" + Base.str() + "' is named here, too", N);
        Named = true;
      }
      return false;
    });
  }

  /// Whether \p N, which is no use by Result's loads, is part of another load,
  /// or given to a runner of libraries.
  bool isInLoad(Node N) const {
    return llvm::any_of(F.calls(), [&](const Call &C) {
      return (C.Callee == "torch._export.aot_load" ||
              StringRef(C.Callee).starts_with(
                  "torch._C._aoti.AOTIModelContainerRunner")) &&
             C.At.begin() <= N.begin() && N.end() <= C.At.end();
    });
  }

  /// Of several uses of a path, those that load a library weigh most.
  void judgeUses(StringRef Name, llvm::ArrayRef<Node> Uses) {
    if (Uses.empty())
      return;
    const auto *Load =
        llvm::find_if(Uses, [&](Node Use) { return isInLoad(Use); });
    if (Load != Uses.end())
      Result.obstruct("what is loaded here may be what it compiles", *Load);
    Result.doubt("'" + Name.str() +
                     "' is used here, too: it becomes the path of a .pt2",
                 Uses.front());
  }

  /// if os.path.exists(f"{d}.so"): ...
  void lookForSamePath(Node Output) {
    if (Output.is("identifier") || Output.is("string_content"))
      return;
    bool Found = false;
    forEachNode(F.tree().root(), [&](Node N) {
      if (Found || !N.is(Output.kind()) || N.text() != Output.text())
        return !Found;
      if (!isKnownUseOfPath(N)) {
        Result.doubt("this path is used here, too: it becomes that of a .pt2",
                     N);
        Found = true;
      }
      return false;
    });
  }

  /// config.aot_inductor.output_path = ..., {"aot_inductor.output_path": ...}
  void lookForConfiguredPath() {
    bool Found = false;
    forEachNode(F.tree().root(), [&](Node N) {
      if (Found)
        return false;
      const bool IsKey =
          N.is("string") && N.text().contains("aot_inductor.output_path");
      const bool IsAttribute = N.is("attribute") &&
                               N.field("attribute").text() == "output_path" &&
                               N.text().contains("aot_inductor");
      if (IsAttribute || (IsKey && !llvm::any_of(F.calls(), [&](const Call &C) {
                            return takesOptions(C) &&
                                   C.At.begin() <= N.begin() &&
                                   N.end() <= C.At.end();
                          }))) {
        Result.doubt("the path is configured here", N);
        Found = true;
      }
      return !N.is("string");
    });
  }

  /// Other calls have paths of their own.
  static bool takesOptions(const Call &C) {
    return llvm::is_contained(
        {StringRef("torch._export.aot_compile"),
         StringRef("torch._inductor.aot_compile"),
         StringRef("torch._inductor.aoti_compile_and_package")},
        C.Callee);
  }

  /// What it loads was compiled elsewhere.
  void judgeLoneLoad() {
    const Argument *Path = Result.Loads.front()->argument(0, "so_path");
    const auto Text = Path ? F.values().stringOf(Path->Value) : std::nullopt;
    // torch._inductor.aot_compile(ep.module(), (x,))
    const Node Made = Path ? F.values().resolved(Path->Value) : Node();
    if (Made.is("call") && F.names().qualifiedName(Made.field("function")) ==
                               "torch._inductor.aot_compile")
      return Result.obstruct("what it loads is compiled here, which takes "
                             "'torch._inductor.aoti_compile_and_package' with "
                             "the exported program",
                             Made);
    if (!Text || !Text->endsWith(".pt2"))
      Result.obstruct("what it loads must be compiled to a package first");
  }

  const File &F;
  TorchNames &Torches;
  const Others Known;
  CompileParts Parts;
  LegacyExport Result;
};

/// Imports are shared by the calls, so what needs them changed is one fix.
void editImports(std::vector<LegacyExport> &All, TorchNames &Torches,
                 const File &F) {
  llvm::SmallVector<const Call *, 4> Rewritten;
  LegacyExport *First = nullptr;
  for (LegacyExport &E : All) {
    if (!E.isSafe())
      continue;
    First = First ? First : &E;
    if (E.Compile)
      Rewritten.push_back(E.Compile);
    Rewritten.append(E.Loads.begin(), E.Loads.end());
  }
  if (!First)
    return;
  const std::vector<Edit> Imports = importEdits(Rewritten, Torches, F);
  if (Imports.empty())
    return;
  for (LegacyExport &E : All) {
    if (!E.isSafe() || &E == First)
      continue;
    llvm::append_range(First->Edits, E.Edits);
    E.Edits.clear();
    E.EditedWith = First->leader();
  }
  llvm::append_range(First->Edits, Imports);
}

} // namespace

std::vector<LegacyExport> legacyExports(const File &F) {
  TorchNames Torches(F);
  std::vector<CompileParts> Compiles;
  std::vector<const Call *> Loads;
  for (const Call &C : F.calls()) {
    LegacyExport Ignored;
    if (C.Callee == "torch._export.aot_compile" ||
        C.Callee == "torch._inductor.aot_compile")
      Compiles.push_back(readCompile(C, F, Ignored));
    else if (C.Callee == "torch._export.aot_load")
      Loads.push_back(&C);
  }
  std::vector<llvm::SmallVector<const Call *, 2>> LoadsOf(Compiles.size());
  std::vector<Others> OthersOf(Compiles.size());
  const Call *UnknownLoad = nullptr;
  std::vector<LegacyExport> Result;
  for (const Call *Load : Loads) {
    const Argument *Path = Load->argument(0, "so_path");
    const auto MakesPath = [&](const CompileParts &C) {
      return Path && isPathOf(C, Path->Value, F);
    };
    if (const auto Made = llvm::find_if(Compiles, MakesPath);
        Made != Compiles.end()) {
      const size_t I = Made - Compiles.begin();
      // Once for each path, of which there may be many loads.
      for (size_t Other = I + 1; LoadsOf[I].empty() && Other < Compiles.size();
           ++Other)
        if (MakesPath(Compiles[Other])) {
          OthersOf[I].Compile = Compiles[Other].At;
          OthersOf[Other].Compile = Made->At;
        }
      LoadsOf[I].push_back(Load);
      continue;
    }
    if (!Path || !F.values().wholeString(Path->Value))
      UnknownLoad = Load;
    Result.push_back(Migration(F, Torches, nullptr, Load).run());
  }
  for (size_t I = 0; I < Compiles.size(); ++I) {
    OthersOf[I].Load = UnknownLoad;
    if (Compiles[I].At->Callee == "torch._export.aot_compile" ||
        !LoadsOf[I].empty())
      Result.push_back(
          Migration(F, Torches, Compiles[I].At, LoadsOf[I], OthersOf[I]).run());
  }
  llvm::sort(Result, [](const LegacyExport &A, const LegacyExport &B) {
    return A.first()->At.begin() < B.first()->At.begin();
  });
  editImports(Result, Torches, F);
  return Result;
}

} // namespace aoti_tidy::python
