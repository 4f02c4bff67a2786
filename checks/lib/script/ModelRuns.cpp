// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/package/Conformance.h"
#include "checks/lib/script/LoopTargets.h"
#include "checks/lib/script/ScriptExports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// try: run(x); raise AssertionError
/// except RuntimeError: pass
bool hasToRaise(Node Try, Node Run) {
  const Node Except = Try.child("except_clause");
  if (!Except || Run.end() > Except.begin())
    return false;
  const auto Fails = [](StringRef Text) {
    return Text.contains("raise ") || Text.contains("fail(") ||
           Text.contains("assert False");
  };
  return Fails(Try.tree().text().slice(Run.end(), Except.begin())) ||
         Fails(Try.child("else_clause").text());
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
      // run(x for x in xs)
      if (!N.field("arguments").is("argument_list"))
        continue;
      const RunArguments Given(N, F);
      takeInputs(Given, Runs.back());
      takeTurns(Given, Runs.back());
    }
    return Runs;
  }

private:
  void takeInputs(const RunArguments &Given, ModelRun &Run) {
    if (Run.Model && Given.breakKeywords(*Run.Model)) {
      Run.OtherKeywords.emplace();
      for (const auto &[Name, _] : Given.ByName)
        Run.OtherKeywords->push_back(Name);
      return;
    }
    // An input that may be a list of tensors hides how many follow.
    GivenInputs Inputs = givenInputs(Given.inOrder(Run.Model.get()), F, T);
    Run.HasAllInputs = !Inputs.Unknown;
    Run.Inputs.clear();
    Run.Leaves = std::move(Inputs.Leaves);
    for (const GivenInputs::Input &I : Inputs.Inputs) {
      if (!I.Value) {
        Run.HasAllInputs = false;
        break;
      }
      Run.Inputs.push_back({*I.Value});
    }
  }

  /// for n in (1, 2, 5): run(torch.randn(n, 16)): the inputs of the first turn
  /// that do not fit, if any do not.
  void takeTurns(const RunArguments &Given, ModelRun &Run) {
    Node Loop = Run.At.parent();
    // A 'try' finds out what fits.
    while (Loop && !Loop.isAnyOf({"for_statement", "function_definition",
                                  "lambda", "try_statement"}))
      Loop = Loop.parent();
    const Node Target = Loop.field("left");
    if (!Run.Model || !Loop.is("for_statement") || !Target.is("identifier") ||
        isTested(Target, F))
      return;
    const auto Uses = F.names().occurrences(Target);
    const auto *Use = llvm::find_if(Uses, [&](Node N) {
      return Loop.field("body").contains(N) && F.names().bindingOf(N) == Target;
    });
    const auto Turns = Use == Uses.end() ? std::nullopt : turnsOf(F, *Use);
    for (const Node &Turn : Turns.value_or(llvm::SmallVector<Node, 4>())) {
      ModelRun Other = Run;
      T.setTurn(Target, Turn);
      takeInputs(Given, Other);
      if (violations(*Run.Model, Other.Inputs).empty())
        continue;
      Run = std::move(Other);
      break;
    }
    T.setTurn({}, {});
  }

  /// The model that \p Load loads, as far as known.
  ModelRun loadedBy(const Call &Load) {
    ModelRun Result;
    Result.Load = &Load;
    auto From = packageOf(Load, F);
    const auto Asked = modelNameOf(Load, F);
    if (!From || !Asked)
      return Result;
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

bool isExpectedToFail(Node Run) {
  for (Node Up = Run.parent(); Up; Up = Up.parent()) {
    if (Up.is("with_statement")) {
      const StringRef Entered = Up.child("with_clause").text();
      if (Entered.contains_insensitive("raises") ||
          Entered.contains("suppress("))
        return true;
    }
    if (Up.is("try_statement") && hasToRaise(Up, Run))
      return true;
    // @pytest.mark.xfail, @unittest.expectedFailure
    if (Up.is("decorated_definition") &&
        llvm::any_of(Up.children(), [](Node Part) {
          return Part.is("decorator") &&
                 (Part.text().contains("xfail") ||
                  Part.text().contains("expectedFailure"));
        }))
      return true;
  }
  return false;
}

std::vector<Note> ModelRun::sourceNotes(const std::string &Text) const {
  const TextRange Here =
      rangeOf((Export ? Export : Load)->At.field("function"));
  if (!Elsewhere)
    return {Note(Here, Text)};
  return {Note({Elsewhere->Script, Elsewhere->Export.Begin}, Text),
          Note(Here, loadedHereText(PackageName))};
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
