// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonChecks.h"
#include "checks/lib/script/VersionGuard.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The bindings of the runners, by their names in torch._C._aoti. The package
/// loader is there, too, and is none of them.
constexpr StringRef Runners[] = {
    "AOTIModelContainerRunnerCpu",
    "AOTIModelContainerRunnerCuda",
    "AOTIModelContainerRunnerMps",
    "AOTIModelContainerRunnerXpu",
};

/// 'AOTIModelContainerRunnerCpu' of its dotted name; empty if it is no
/// runner's.
StringRef runnerOf(StringRef Callee) {
  if (!Callee.consume_front("torch._C._aoti.") ||
      !llvm::is_contained(Runners, Callee))
    return "";
  return Callee;
}

} // namespace

std::vector<Finding> rawRunner(const File &F) {
  std::vector<Finding> Result;
  // The package loader is there since torch 2.6; before it, this is the way.
  if (!F.settings().torchAtLeast({2, 6}))
    return Result;
  for (const Call &C : F.calls()) {
    const StringRef Runner = runnerOf(C.Callee);
    if (Runner.empty() || isPickedByVersion(C.At, "aoti_load_package", F) ||
        isPickedByVersion(C.At, "AOTIModelPackageLoader", F))
      continue;
    Result.push_back(
        {TextRange::of(C.At.field("function")),
         "'" + Runner.str() +
             "' runs a raw .so, which does not record the device it was "
             "compiled for, and whose runner promises no compatibility; "
             "compile to a .pt2 with "
             "'torch._inductor.aoti_compile_and_package' and load it with "
             "'torch._inductor.aoti_load_package'",
         {},
         {}});
  }
  return Result;
}

} // namespace aoti_tidy::python
