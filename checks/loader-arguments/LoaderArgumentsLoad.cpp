// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of what loads a compiled model.
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/PackageLoads.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/loader-arguments/LoaderArgumentsPython.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The argument as messages show it: "cuda", 'torch.device("cuda")'.
GivenText given(const Argument &A, const SpelledDevice &Text) {
  return {Text.Text,
          Text.IsObject ? "'" + brief(A.Value) + "'" : inQuotes(Text.Text),
          Text.IsObject};
}

/// The position of that parameter in the torch that the file is for, the newest
/// if it is not known; nothing if that one cannot take it by position.
std::optional<unsigned> positionOf(const LoaderCall &L, StringRef Name,
                                   const File &F) {
  const TorchVersion Torch = F.settings().torchOrNewest();
  for (const PythonParameter *P : parametersOf(L.Function))
    if (P->Name == Name && P->existsIn(Torch) && P->Position >= 0)
      return P->Position;
  return std::nullopt;
}

const Argument *argumentFor(const LoaderCall &L, StringRef Name,
                            const File &F) {
  const auto Position = positionOf(L, Name, F);
  return Position ? L.C.argument(*Position, Name) : L.C.keyword(Name);
}

LoaderFacts factsOf(const LoaderCall &L, const File &F) {
  LoaderFacts Facts{Language::Python, L.shortName()};
  Facts.IsRawRunner = L.is(torchname::ExportAotLoad);
  Facts.Torch = F.settings().torchOrNewest();
  Facts.HasDeviceIndex = F.settings().torchAtLeast({2, 8});
  Facts.IsIndexGiven = L.C.keyword("device_index") != nullptr;
  return Facts;
}

/// With "aot_inductor.package" a library is a list of files.
bool mayWriteFiles(const Call &Compile, const File &F) {
  const Argument *Options = Compile.keyword("options");
  if (!Options)
    return Compile.HasUnpacking;
  const auto Known = F.values().dictOf(Options->Value);
  return !Known || !Known->IsComplete ||
         llvm::any_of(Known->Entries, [](const Dict::Entry &E) {
           return !E.Name || *E.Name == "aot_inductor.package";
         });
}

void checkPath(const LoaderCall &L, const File &F, std::vector<Finding> &Out) {
  const Argument *Path = L.C.argument(0, "path");
  if (!Path)
    return;
  const LoaderFacts Facts = factsOf(L, F);
  // p = torch._export.aot_compile(...); aoti_load_package(p)
  const Call *Compile = resultOf(Path->Value, F);
  const StringRef By = Compile ? canonicalFunction(Compile->Callee) : "";
  if (By == torchname::InductorAotCompile ||
      By == torchname::ExportAotCompile) {
    if (!mayWriteFiles(*Compile, F))
      Out.emplace_back(
          rangeOf(Path->Whole), libraryProblem(Facts, By),
          std::vector{Note(rangeOf(Compile->At),
                           compiledHereNote(/*IsPackage=*/false))});
    return;
  }
  // aoti_load_package("model.so")
  if (auto Problem = pathProblem(Facts, extensionOf(Path->Value, F)))
    Out.push_back(findingOn(L, *Path, std::move(*Problem), F));
}

/// Whether the file itself packages a model of that name.
bool packagesModel(StringRef Name, const File &F) {
  return llvm::any_of(F.calls(), [&](const Call &C) {
    if (C.Callee != torchname::PackageAoti)
      return false;
    const Argument *Files = C.argument(1, "aoti_files");
    const auto Known = Files ? F.values().dictOf(Files->Value) : std::nullopt;
    // An unknown key may be that name.
    return !Known || !Known->IsComplete ||
           llvm::any_of(Known->Entries, [&](const Dict::Entry &E) {
             return !E.Name || *E.Name == Name;
           });
  });
}

void checkModelName(const LoaderCall &L, const File &F,
                    std::vector<Finding> &Out) {
  // In 2.5 the second parameter is the device.
  if (!L.is(torchname::LoadPackage) || !F.settings().torchAtLeast({2, 6}))
    return;
  const Argument *A = L.C.argument(1, "model_name");
  if (!A)
    return;
  const LoaderFacts Facts = factsOf(L, F);
  const auto Text = deviceText(A->Value, F);
  // aoti_compile_and_package(ep, package_path="a.pt2");
  // load_package("a.pt2", "a")
  const auto Name = F.values().wholeString(A->Value);
  const auto From = Name && *Name != "model" &&
                            !modelNameProblem(Facts, *Name) &&
                            !isExpectedToFail(L.C.At)
                        ? packageOf(L.C, F)
                        : std::nullopt;
  if (From && From->Compile) {
    Finding Found = findingOn(L, *A, unknownModelProblem(*Name), F);
    Found.Notes.emplace_back(rangeOf(From->Compile->At),
                             compiledHereNote(/*IsPackage=*/true));
    Out.push_back(std::move(Found));
    return;
  }
  // load_package("model.pt2", "cuda")
  if (!Text || Text->IsObject)
    return;
  auto Problem = modelNameProblem(Facts, Text->Text);
  if (!Problem || packagesModel(Text->Text, F) ||
      isPickedByVersion(L.C.At, "load_package", F))
    return;
  // A keyword was meant to be a name.
  if (!A->Keyword.empty())
    Problem->Do = ArgumentProblem::Cure::None;
  Out.push_back(findingOn(L, *A, std::move(*Problem), F));
}

void checkSingleThreaded(const LoaderCall &L, const File &F,
                         std::vector<Finding> &Out) {
  const Argument *A = argumentFor(L, "run_single_threaded", F);
  if (!A)
    return;
  const LoaderFacts Facts = factsOf(L, F);
  // aoti_load_package("model.pt2", "cuda")
  if (const auto Text = deviceText(A->Value, F)) {
    Out.push_back(
        findingOn(L, *A, flagTextProblem(Facts, given(*A, *Text)), F));
    return;
  }
  // aoti_load_package("model.pt2", 2)
  if (!F.values().resolved(A->Value).is("integer"))
    return;
  const auto N = F.values().integerOf(A->Value);
  if (auto Problem = N ? flagNumberProblem(Facts, *N) : std::nullopt)
    Out.push_back(findingOn(L, *A, std::move(*Problem), F));
}

/// The bool that pybind makes of an argument.
std::optional<bool> truthOf(Node Expr, const File &F) {
  if (const auto N = F.values().integerOf(Expr))
    return *N != 0;
  return F.values().booleanOf(Expr);
}

// load_package("model.pt2", num_runners=0)
void checkRunners(const LoaderCall &L, const File &F,
                  std::vector<Finding> &Out) {
  const Argument *A = argumentFor(L, "num_runners", F);
  const auto N = A ? F.values().integerOf(A->Value) : std::nullopt;
  if (!N || F.values().booleanOf(A->Value))
    return;
  const Argument *Single = argumentFor(L, "run_single_threaded", F);
  if (auto Problem = countProblem(factsOf(L, F), *N,
                                  Single ? truthOf(Single->Value, F) : false))
    Out.push_back(findingOn(L, *A, std::move(*Problem), F));
}

/// The evidence that the loaded package is for the CPU; nullopt if there is
/// none.
std::optional<std::string> cpuPackage(const LoaderCall &L, const File &F) {
  const auto From = packageOf(L.C, F);
  const auto Asked = modelNameOf(L.C, F);
  if (!From || !Asked || !From->Package)
    return std::nullopt;
  const Node Path = L.C.argument(0, "path")->Value;
  // The only package that is named to lint may be another one than the path's.
  if (!F.values().stringOf(Path))
    return std::nullopt;
  const ModelContract *Model = From->Package->model(*Asked);
  if (!Model ||
      !isRecordedForCpu(*From->Package, *Model, F.settings().torchOrNewest()))
    return std::nullopt;
  return cpuRecordNote(From->Package->Path);
}

void checkDeviceIndex(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out) {
  const Argument *A = argumentFor(L, "device_index", F);
  if (!A)
    return;
  // aoti_load_package("model.pt2", device_index="cuda:1")
  if (const auto Text = deviceText(A->Value, F)) {
    Out.push_back(
        findingOn(L, *A, deviceIndexTextProblem(given(*A, *Text)), F));
    return;
  }
  // aoti_load_package("model.pt2", device_index=None)
  if (F.values().isNone(A->Value)) {
    ArgumentProblem Problem = deviceIndexNoneProblem();
    if (!A->Value.is("none"))
      Problem.Do = ArgumentProblem::Cure::None;
    Out.push_back(findingOn(L, *A, std::move(Problem), F));
    return;
  }
  // aoti_load_package("model.pt2", device_index=200)
  const auto N = F.values().integerOf(A->Value);
  if (!N)
    return;
  const LoaderFacts Facts = factsOf(L, F);
  if (auto Problem = deviceIndexProblem(Facts, *N)) {
    Out.push_back(findingOn(L, *A, std::move(*Problem), F));
    return;
  }
  // aoti_load_package("cpu.pt2", device_index=0)
  auto IsForCpu = *N >= 0 ? cpuPackage(L, F) : std::nullopt;
  if (!IsForCpu)
    return;
  Finding Found =
      findingOn(L, *A, cpuIndexProblem(Facts, *N, canMove(L, *A)), F);
  Found.Notes.emplace_back(rangeOf(L.C.argument(0, "path")->Whole),
                           std::move(*IsForCpu));
  Out.push_back(std::move(Found));
}

} // namespace

void checkPackageLoad(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out) {
  checkPath(L, F, Out);
  checkModelName(L, F, Out);
  checkSingleThreaded(L, F, Out);
  checkRunners(L, F, Out);
  checkDeviceIndex(L, F, Out);
}

void checkLibraryLoad(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out) {
  const LoaderFacts Facts = factsOf(L, F);
  // torch._export.aot_load("model.pt2", "cpu")
  if (const Argument *Path = L.C.argument(0, "so_path")) {
    const Call *Compile = resultOf(Path->Value, F);
    const bool IsPackage =
        Compile && Compile->Callee == torchname::AotiCompileAndPackage;
    if (auto Problem = pathProblem(
            Facts, IsPackage ? ".pt2" : extensionOf(Path->Value, F))) {
      Finding Found = findingOn(L, *Path, std::move(*Problem), F);
      if (IsPackage)
        Found.Notes.emplace_back(rangeOf(Compile->At),
                                 compiledHereNote(/*IsPackage=*/true));
      Out.push_back(std::move(Found));
      return;
    }
  }
  // torch._export.aot_load("model.so", "cpu:0")
  const Argument *A = L.C.argument(1, "device");
  const auto Text = A ? deviceText(A->Value, F) : std::nullopt;
  auto Problem =
      Text ? aotLoadDeviceProblem(Facts, given(*A, *Text)) : std::nullopt;
  if (!Problem)
    return;
  if (isRewrittenAnyway(L, F))
    Problem->Do = ArgumentProblem::Cure::None;
  Out.push_back(findingOn(L, *A, std::move(*Problem), F));
}

} // namespace aoti_tidy::python
