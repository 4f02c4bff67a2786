// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/WrittenPackages.h"
#include "checks/lib/script/PackageWrites.h"
#include "checks/lib/script/SamePath.h"
#include "checks/lib/script/ScriptExports.h"
#include "checks/lib/script/ScriptPaths.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace aoti_tidy::python {

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

} // namespace aoti_tidy::python
