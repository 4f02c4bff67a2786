// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/input-order/InputOrderRule.h"
#include "checks/lib/package/Conformance.h"
#include "checks/lib/script/ModelRuns.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {

/// The names of the variables that \p Run passes in a row; empty if it passes
/// something else, by keyword, or what is another's: left, right = right, left
static std::vector<std::string> variablesOf(const ModelRun &Run,
                                            const File &F) {
  std::vector<std::string> Result;
  for (const GivenInputs::Leaf &L : Run.Leaves) {
    if (L.Path.size() != 1 || !L.At.is("identifier") ||
        L.At.parent().is("keyword_argument"))
      return {};
    const auto IsName = [](Node N) { return N.is("identifier"); };
    for (const Origin &O : F.names().originsOf(L.At)) {
      const Node Right = O.Target.parent().is("pattern_list")
                             ? O.Target.parent().parent().field("right")
                             : Node();
      if (IsName(O.Given) || (Right.is("expression_list") &&
                              llvm::any_of(Right.children(), IsName)))
        return {};
    }
    Result.push_back(L.At.text().str());
  }
  return Result;
}

/// Whether both orders may be meant: the file runs the same model otherwise, too,
/// run(*pair) and run(image2, image1), or the names differ by their numbers only.
static bool mayMeanBoth(const ModelRun &Run, llvm::ArrayRef<ModelRun> All,
                        const File &F) {
  const auto Given = variablesOf(Run, F);
  const auto Stem = [](llvm::StringRef Name) {
    return Name.rtrim("0123456789");
  };
  return llvm::all_of(Given,
                      [&](llvm::StringRef Name) {
                        return Stem(Name) == Stem(Given.front());
                      }) ||
         llvm::any_of(All, [&](const ModelRun &Other) {
           return Other.Model == Run.Model && variablesOf(Other, F) != Given;
         });
}

static std::vector<Finding> inputOrder(const File &F) {
  std::vector<Finding> Result;
  Tensors T(F);
  const auto Runs = modelRuns(F, T);
  for (const ModelRun &Run : Runs) {
    // run({"right": r, "left": l}) of a model exported with {"left":, "right":}
    const std::vector<InputLeaf> Given(Run.Leaves.begin(), Run.Leaves.end());
    auto Problem = dictProblem(*Run.Model, Given, Run.PackageName);
    // run(mask, ids) of a model whose forward() takes ids and mask
    if (!Problem && !mayMeanBoth(Run, Runs, F))
      if (auto Text =
              listProblem(*Run.Model, variablesOf(Run, F), Run.PackageName))
        Problem = DictProblem{{}, std::move(*Text)};
    // What does not fit in another's place is aoti-input-contract's.
    if (!Problem || !violations(*Run.Model, Run.Inputs).empty())
      continue;
    Node At = Run.At;
    for (const GivenInputs::Leaf &L : Run.Leaves)
      if (!Problem->Path.empty() &&
          llvm::ArrayRef(L.Path).take_front(Problem->Path.size()) ==
              llvm::ArrayRef(Problem->Path)) {
        At = L.At;
        break;
      }
    Result.emplace_back(rangeOf(Run.At), std::move(Problem->Text),
                        Run.sourceNotes(Run.isExported()
                                            ? "exported here"
                                            : loadedHereText(Run.PackageName)));
    if (!(At == Run.At))
      Result.back().Notes.emplace(Result.back().Notes.begin(), rangeOf(At),
                                  "this one");
  }
  sortByPlace(Result);
  return Result;
}

static constexpr llvm::StringRef Words[] = {"load_package"};

const Check InputOrderPython = {inputOrder, Words, /*RestsOnOrder=*/false,
                                /*TellsRuns=*/true};

} // namespace aoti_tidy::python
