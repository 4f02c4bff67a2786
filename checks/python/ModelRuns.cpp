// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/ModelRuns.h"
#include "checks/artifact/PackagePlaces.h"
#include "checks/python/ScriptExports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

constexpr StringRef CompileName = "torch._inductor.aoti_compile_and_package";

bool isLoad(const Call &C) {
  return C.Callee == "torch._inductor.aoti_load_package" ||
         C.Callee == "torch._inductor.package.load_package" ||
         C.Callee == "torch._inductor.package.package.load_package";
}

/// with pytest.raises(RuntimeError): m(wrong)
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

  std::vector<ModelRun> find() {
    std::vector<ModelRun> Runs;
    for (const Call &C : F.calls())
      if (isLoad(C) && !C.HasUnpacking)
        if (auto Run = loadedBy(C))
          Loads.push_back(std::move(*Run));
    if (Loads.empty())
      return Runs;
    forEachNode(F.tree().root(), [&](Node N) {
      if (!N.is("call"))
        return true;
      const Node Callee = F.values().resolved(N.field("function"));
      const auto Load = llvm::find_if(
          Loads, [&](const ModelRun &R) { return R.Load->At == Callee; });
      if (Load == Loads.end() || isExpectedToFail(N))
        return true;
      Runs.push_back(*Load);
      Runs.back().At = N;
      Runs.back().HasAllInputs =
          N.field("arguments").is("argument_list") &&
          flatten(N.field("arguments").children(), Runs.back().Inputs);
      return true;
    });
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
    const Argument *Path = Load.argument(0, "path");
    if (!Path)
      return std::nullopt;
    ModelRun Result;
    Result.Load = &Load;
    bool MayBeWritten = false;
    for (const Call &C : F.calls()) {
      if (C.Callee != CompileName)
        continue;
      if (writes(C, Path->Value))
        return exported(std::move(Result), C);
      // Without a path it goes to a folder of torch's.
      const Argument *Written = C.keyword("package_path");
      MayBeWritten |= C.HasUnpacking ||
                      (Written && !F.values().wholeString(Written->Value));
    }
    // What the file itself writes is another one than what lies there now.
    if (MayBeWritten)
      return std::nullopt;
    Result.Package = packageAt(Path->Value);
    if (!Result.Package)
      return std::nullopt;
    const Argument *Name =
        Load.Callee == "torch._inductor.aoti_load_package"
            ? nullptr
            : Load.argument(1, "model_name");
    const auto Asked = Name ? F.values().wholeString(Name->Value) : "model";
    const ModelContract *Model =
        Asked ? Result.Package->model(*Asked) : nullptr;
    if (!Model)
      return std::nullopt;
    Result.Model = {Result.Package, Model};
    Result.PackageName =
        "'" + path::filename(Result.Package->Path).str() + "'";
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

  /// Whether what \p Compile writes surely is at \p Path.
  bool writes(const Call &Compile, Node Path) const {
    if (F.values().resolved(Path) == Compile.At)
      return true;
    const Argument *Written = Compile.keyword("package_path");
    if (!Written)
      return false;
    const auto Text = F.values().wholeString(Written->Value);
    return Text && F.values().wholeString(Path) == Text;
  }

  std::shared_ptr<const Contract> packageAt(Node Path) {
    const auto Text = F.values().stringOf(Path);
    const auto Given = givenFor(Text);
    if (Given)
      return Given;
    if (!Text || !Text->IsWhole || Text->Head.empty() ||
        StringRef(Text->Head).contains('\0'))
      return nullptr;
    auto FS = llvm::vfs::getRealFileSystem();
    std::shared_ptr<const Contract> Found;
    llvm::sys::fs::UniqueID FoundId;
    for (const std::string &Place :
         packagePlaces(Text->Head, path::parent_path(F.path()), *FS)) {
      const auto Status = FS->status(Place);
      if (!Status || (Found && Status->getUniqueID() == FoundId))
        continue;
      auto Here = readContract(Place, *FS);
      // What cannot be read may be the one that is loaded; and of two, which it
      // is depends on where the script is started.
      if (!Here) {
        llvm::consumeError(Here.takeError());
        return nullptr;
      }
      if (Found)
        return nullptr;
      Found = std::make_shared<const Contract>(std::move(*Here));
      FoundId = Status->getUniqueID();
    }
    return Found;
  }

  /// Of the packages that the user named, the one of that name; the only one, if
  /// the file says nothing.
  std::shared_ptr<const Contract> givenFor(const std::optional<Text> &Path) {
    const auto &Given = F.settings().Packages;
    // Not owned: the settings outlive the check.
    const auto Borrow = [](const Contract &C) {
      return std::shared_ptr<const Contract>(std::shared_ptr<void>(), &C);
    };
    const bool HasName =
        Path && (Path->IsWhole || StringRef(Path->Tail).contains('/'));
    if (!HasName)
      return Given.size() == 1 && !Path ? Borrow(Given.front().second)
                                        : nullptr;
    const Contract *Found = nullptr;
    for (const auto &[Name, Package] : Given)
      if (path::filename(Name) == path::filename(Path->Tail)) {
        if (Found)
          return nullptr;
        Found = &Package;
      }
    return Found ? Borrow(*Found) : nullptr;
  }

  const File &F;
  Tensors &T;
  std::vector<ModelRun> Loads;
};

} // namespace

std::vector<ModelRun> modelRuns(const File &F, Tensors &T) {
  return RunFinder(F, T).find();
}

void sortByPlace(std::vector<Finding> &Findings) {
  const auto Key = [](const Finding &F) {
    return std::tie(F.Where.Begin, F.Where.End, F.Text);
  };
  llvm::sort(Findings, [&](const Finding &A, const Finding &B) {
    return Key(A) < Key(B);
  });
  Findings.erase(llvm::unique(Findings,
                              [&](const Finding &A, const Finding &B) {
                                return Key(A) == Key(B);
                              }),
                 Findings.end());
}

} // namespace aoti_tidy::python
