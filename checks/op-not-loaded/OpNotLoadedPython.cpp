// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/ops/OpRegistrations.h"
#include "checks/lib/script/PackageLoads.h"
#include "checks/op-not-loaded/OpNotLoadedRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// Modules that register no operators. Any other may.
constexpr StringRef Harmless =
    " __future__ abc argparse asyncio collections contextlib copy csv "
    "dataclasses datetime enum fastapi flask functools gc glob io itertools "
    "json logging math multiprocessing numpy os pathlib PIL pickle platform "
    "random re shutil signal statistics string struct subprocess sys tempfile "
    "threading time torch tqdm traceback typing uuid uvicorn warnings zipfile ";

/// What makes or loads a library, or runs code that is not in sight.
constexpr StringRef Loading[] = {"load_library",  "CDLL",       "cpp_extension",
                                 "import_module", "__import__", "exec(",
                                 "load_inline",   "runpy"};

bool isHarmless(Node Module) {
  return Harmless.contains((" " + Module.text().split('.').first + " ").str());
}

/// Whether \p F, or something that it imports or opens, may register operators.
bool mayLoadOps(const File &F) {
  bool May = llvm::any_of(Loading, [&](StringRef W) { return F.mentions(W); });
  forEachNode(F.tree().root(), [&](Node N) {
    if (N.is("import_from_statement"))
      May |= !isHarmless(N.field("module_name"));
    else if (N.is("import_statement"))
      for (const Node &Each : N.children())
        May |=
            !isHarmless(Each.is("aliased_import") ? Each.field("name") : Each);
    return !May;
  });
  // Importing the file's package runs that first.
  llvm::SmallString<256> Init(path::parent_path(F.absolutePath()));
  path::append(Init, "__init__.py");
  return May || !opRegistrations(F, OpCalls(F)).empty() ||
         F.settings().Disk->exists(Init);
}

std::vector<Finding> opNotLoaded(const File &F) {
  std::vector<Finding> Result;
  std::optional<bool> May;
  for (const Call &C : F.calls()) {
    if (!isPackageLoad(C))
      continue;
    const auto Loaded = packageOf(C, F);
    const auto Name = modelNameOf(C, F);
    if (!Loaded || !Loaded->Package || !Name)
      continue;
    auto Ops = customOpsOf(*Loaded->Package, *Name, *F.settings().Disk);
    if (Ops.empty())
      continue;
    if (!May)
      May = mayLoadOps(F);
    if (*May)
      return {};
    Result.emplace_back(
        rangeOf(C.At),
        notLoadedProblem(
            Ops, ("'" + path::filename(Loaded->Package->Path) + "'").str(),
            HostLanguage::Python));
  }
  return Result;
}

constexpr StringRef Words[] = {"load_package"};

} // namespace

const Check OpNotLoadedPython = {opNotLoaded, Words};

} // namespace aoti_tidy::python
