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
  RunFinder(const File &F, Tensors &T) : F(F), T(T) {}

  /// Calls of models, or of \p Method of models if it is not empty.
  std::vector<ModelRun> find(StringRef Method) {
    std::vector<ModelRun> Runs;
    for (const Call &C : F.calls())
      if (isPackageLoad(C))
        if (auto Run = loadedBy(C)) {
          LoadNumbers.try_emplace(C.At.id(), Loads.size());
          Loads.push_back(std::move(*Run));
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

  /// What \p Load loads, if it is known.
  std::optional<ModelRun> loadedBy(const Call &Load) {
    auto From = packageOf(Load, F);
    const auto Asked = modelNameOf(Load, F);
    if (!From || !Asked)
      return std::nullopt;
    ModelRun Result;
    Result.Load = &Load;
    if (From->Compile)
      return *Asked == "model" ? exported(std::move(Result), *From->Compile)
                               : std::nullopt;
    Result.Unless = std::move(From->Unless);
    if (From->Elsewhere) {
      if (*Asked != "model")
        return std::nullopt;
      Result.Elsewhere = From->Elsewhere;
      Result.Model =
          std::make_shared<const ModelContract>(From->Elsewhere->contract());
      Result.PackageName =
          "'" + path::filename(From->Elsewhere->Path).str() + "'";
      return Result;
    }
    Result.Package = std::move(From->Package);
    const ModelContract *Model = Result.Package->model(*Asked);
    if (!Model)
      return std::nullopt;
    Result.Model = {Result.Package, Model};
    Result.PackageName = "'" + path::filename(Result.Package->Path).str() + "'";
    return Result;
  }

  std::optional<ModelRun> exported(ModelRun Result, const Call &Compile) {
    Result.Export = exportOf(Compile, F);
    if (!Result.Export)
      return std::nullopt;
    auto Model = contractOf(*Result.Export, F, T);
    if (!Model)
      return std::nullopt;
    Result.Model = std::make_shared<const ModelContract>(std::move(*Model));
    const Argument *Path = Compile.keyword("package_path");
    const auto Text = Path ? F.values().stringOf(Path->Value) : std::nullopt;
    Result.PackageName =
        Text && (Text->IsWhole || StringRef(Text->Tail).contains('/'))
            ? "'" + path::filename(Text->Tail).str() + "'"
            : "the package";
    return Result;
  }

  const File &F;
  Tensors &T;
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

std::vector<ModelRun> modelMethodCalls(const File &F, Tensors &T,
                                       StringRef Method) {
  return RunFinder(F, T).find(Method);
}

} // namespace aoti_tidy::python
