// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/package/Conformance.h"
#include "checks/lib/script/ScriptExports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// with pytest.raises(...): run(x)
bool isExpectedToFail(Node Run) {
  for (Node Up = Run.parent(); Up; Up = Up.parent())
    if (Up.is("with_statement") &&
        Up.child("with_clause").text().contains_insensitive("raises"))
      return true;
  return false;
}

class RunFinder {
public:
  RunFinder(const File &F, Tensors &T, bool IsAll = false)
      : F(F), T(T), IsAll(IsAll) {}

  /// Calls of models, or of \p Method of models if it is not empty.
  std::vector<ModelRun> find(StringRef Method) {
    std::vector<ModelRun> Runs;
    for (const Call &C : F.calls())
      if (isPackageLoad(C))
        if (ModelRun Run = loadedBy(C); Run.Model || IsAll) {
          LoadNumbers.try_emplace(C.At.id(), Loads.size());
          Loads.push_back(std::move(Run));
        }
    if (Loads.empty())
      return Runs;
    const LoadedModels Models(F);
    for (Node N : F.names().calls()) {
      Node Called = N.field("function");
      if (!Method.empty()) {
        if (!Called.is("attribute") ||
            Called.field("attribute").text() != Method)
          continue;
        Called = Called.field("object");
      }
      const Node Made = Models.loadOf(Called);
      const auto Load = Made ? LoadNumbers.find(Made.id()) : LoadNumbers.end();
      if (Load == LoadNumbers.end() || isExpectedToFail(N))
        continue;
      Runs.push_back(Loads[Load->second]);
      Runs.back().At = N;
      if (!Method.empty())
        continue;
      Runs.back().HasAllInputs =
          N.field("arguments").is("argument_list") &&
          flatten(N.field("arguments").children(), Runs.back().Inputs);
    }
    return Runs;
  }

private:
  /// Adds the tensors among \p Given to \p Into; false if there may be others.
  bool flatten(llvm::ArrayRef<Node> Given, std::vector<TensorValues> &Into) {
    for (Node N : Given) {
      if (N.is("keyword_argument") || N.isSplat())
        return false;
      if (const auto Value = T.tensorOf(N)) {
        Into.push_back({*Value});
        continue;
      }
      // What is no tensor is dropped.
      const Node Known = F.values().resolved(N);
      if (Known.isAnyOf(
              {"integer", "float", "string", "true", "false", "none"}))
        continue;
      const auto Elements = F.values().elementsOf(N);
      if (!Known.isAnyOf({"list", "tuple"}) || !Elements ||
          !flatten(*Elements, Into))
        return false;
    }
    return true;
  }

  /// What \p Load loads, as far as it is known.
  ModelRun loadedBy(const Call &Load) {
    ModelRun Result;
    Result.Load = &Load;
    auto From = packageOf(Load, F);
    const auto Asked = modelNameOf(Load, F);
    if (!From || !Asked)
      return Result;
    Result.Unless = std::move(From->Unless);
    Result.FoundBy = std::move(From->FoundBy);
    Result.Compile = From->Compile;
    Result.Elsewhere = From->Elsewhere;
    Result.Package = std::move(From->Package);
    if (Result.Package) {
      if (const ModelContract *Model = Result.Package->model(*Asked))
        Result.Model = {Result.Package, Model};
      Result.PackageName =
          "'" + path::filename(Result.Package->Path).str() + "'";
    } else if (*Asked == "model") {
      if (Result.Elsewhere)
        takeElsewhere(Result);
      else
        takeExport(Result);
    }
    return Result;
  }

  static void takeElsewhere(ModelRun &Run) {
    Run.Model =
        std::make_shared<const ModelContract>(Run.Elsewhere->contract());
    Run.PackageName = "'" + path::filename(Run.Elsewhere->Path).str() + "'";
  }

  void takeExport(ModelRun &Run) {
    Run.Export = exportOf(*Run.Compile, F);
    auto Model = Run.Export ? contractOf(*Run.Export, F, T) : std::nullopt;
    if (!Model)
      return;
    Run.Model = std::make_shared<const ModelContract>(std::move(*Model));
    const Argument *Path = Run.Compile->keyword("package_path");
    const auto Text = Path ? F.values().stringOf(Path->Value) : std::nullopt;
    Run.PackageName =
        Text && (Text->IsWhole || StringRef(Text->Tail).contains('/'))
            ? "'" + path::filename(Text->Tail).str() + "'"
            : "the package";
  }

  const File &F;
  Tensors &T;
  const bool IsAll; ///< whether or not it is known what they take
  std::vector<ModelRun> Loads;
  llvm::DenseMap<const void *, size_t> LoadNumbers; ///< by the call
};

} // namespace

std::vector<Note> ModelRun::sourceNotes(std::string Text) const {
  const auto With = [](std::string Said, StringRef Unless) {
    return Unless.empty() ? Said : Said + ", unless " + Unless.str();
  };
  const TextRange Here =
      rangeOf((Export ? Export : Load)->At.field("function"));
  if (!Elsewhere)
    return {Note(Here, With(std::move(Text), Unless))};
  return {Note({Elsewhere->Script, Elsewhere->Export.Begin},
               With(std::move(Text), Elsewhere->Unless)),
          Note(Here, With(loadedHereText(PackageName), Unless))};
}

std::vector<ModelRun> modelRuns(const File &F, Tensors &T) {
  return RunFinder(F, T).find(/*Method=*/"");
}

std::vector<ModelRun> allModelRuns(const File &F, Tensors &T) {
  return RunFinder(F, T, /*IsAll=*/true).find(/*Method=*/"");
}

std::vector<ModelRun> modelMethodCalls(const File &F, Tensors &T,
                                       StringRef Method) {
  return RunFinder(F, T).find(Method);
}

} // namespace aoti_tidy::python
