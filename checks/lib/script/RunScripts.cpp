// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/RunScripts.h"
#include "checks/lib/script/PackageWrites.h"
#include "checks/lib/script/SamePath.h"
#include "checks/lib/script/ScriptExports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// Of more writers of one path, nothing is said.
constexpr size_t MaxWriters = 4;

std::string placeIn(StringRef Folder, StringRef Path) {
  llvm::SmallString<256> Result;
  if (!path::is_absolute(Path))
    Result = Folder;
  path::append(Result, Path);
  llvm::sys::fs::make_absolute(Result);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

std::string placeOf(StringRef Path, StringRef Script) {
  return placeIn(path::parent_path(Script), Path);
}

/// The same, counted from above the script's folder. Empty if the path does not
/// tell by a folder that it may be meant so.
std::string placeAbove(StringRef Path, StringRef Script) {
  if (path::is_absolute(Path) || path::parent_path(Path).empty())
    return "";
  return placeIn(path::parent_path(path::parent_path(Script)), Path);
}

bool isSame(const Dimension &A, const Dimension &B) {
  return A.Lower == B.Lower && A.Upper == B.Upper;
}

bool isSame(const TensorContract &A, const TensorContract &B) {
  return A.Type == B.Type && A.Device == B.Device &&
         A.Dims.has_value() == B.Dims.has_value() &&
         (!A.Dims || llvm::equal(*A.Dims, *B.Dims,
                                 [](const Dimension &X, const Dimension &Y) {
                                   return isSame(X, Y);
                                 }));
}

bool agree(const ScriptPackage &A, const ScriptPackage &B) {
  return A.Inputs && B.Inputs && A.Checks == B.Checks &&
         A.Keywords == B.Keywords && A.Leaves == B.Leaves &&
         llvm::equal(*A.Inputs, *B.Inputs,
                     [](const TensorContract &X, const TensorContract &Y) {
                       return isSame(X, Y);
                     });
}

} // namespace

ModelContract ScriptPackage::contract() const {
  ModelContract Result;
  Result.Name = "model";
  Result.Inputs = Inputs;
  Result.Keywords = Keywords;
  Result.Checks = Checks;
  Result.Leaves = Leaves;
  return Result;
}

std::vector<ScriptPackage> packagesWrittenBy(const File &F) {
  std::vector<ScriptPackage> Result;
  Tensors T(F);
  for (const Call &C : F.calls()) {
    const Argument *Path =
        isPackageCompile(C) ? C.keyword("package_path") : nullptr;
    if (!Path || C.HasUnpacking)
      continue;
    const auto Written = scriptPath(Path->Value, F);
    if (!Written || (!path::is_absolute(*Written) && mayChangeFolder(F)))
      continue;
    ScriptPackage Package;
    Package.Path = *Written;
    Package.Script = F.path().str();
    Package.Export = rangeOf(C.At.field("function"));
    const Call *Export = exportOf(C, F);
    auto Model = Export ? contractOf(*Export, F, T) : std::nullopt;
    if (Model && Model->Inputs) {
      Package.Export = rangeOf(Export->At.field("function"));
      Package.Inputs = std::move(Model->Inputs);
      Package.Keywords = std::move(*Model->Keywords);
      Package.Checks = Model->Checks;
      Package.Leaves = std::move(*Model->Leaves);
    }
    Result.push_back(std::move(Package));
  }
  return Result;
}

RunScripts::RunScripts(std::vector<ScriptPackage> All)
    : Packages(std::move(All)) {
  for (const auto &[I, P] : llvm::enumerate(Packages)) {
    ByPlace[placeOf(P.Path, P.Script)].push_back(I);
    if (const std::string Above = placeAbove(P.Path, P.Script); !Above.empty())
      ByPlaceAbove[Above].push_back(I);
  }
}

const ScriptPackage *RunScripts::writtenTo(StringRef Path,
                                           StringRef Script) const {
  llvm::SmallVector<unsigned, 4> Writers;
  const auto Add = [&](const Index &In, StringRef Place) {
    if (const auto Found = In.find(Place); Found != In.end())
      for (const unsigned I : Found->second)
        if (!llvm::is_contained(Writers, I) && Writers.size() <= MaxWriters)
          Writers.push_back(I);
  };
  const std::string Here = placeOf(Path, Script);
  Add(ByPlace, Here);
  Add(ByPlaceAbove, Here);
  if (const std::string Above = placeAbove(Path, Script); !Above.empty())
    Add(ByPlace, Above);
  if (Writers.empty() || Writers.size() > MaxWriters)
    return nullptr;
  const ScriptPackage &First = Packages[Writers.front()];
  const bool IsSure =
      First.Inputs && llvm::all_of(Writers, [&](unsigned I) {
        return I == Writers.front() || agree(First, Packages[I]);
      });
  return IsSure ? &First : nullptr;
}

} // namespace aoti_tidy::python
