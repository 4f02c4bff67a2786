// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/raw-runner/RawRunnerRule.h"
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

static std::vector<Finding> rawRunner(const File &F) {
  std::vector<Finding> Result;
  for (const Call &C : F.calls()) {
    // torch._C._aoti.AOTIModelContainerRunnerCpu("model.so", 1)
    const StringRef Runner = runnerOf(C.Callee);
    if (Runner.empty() || isPickedByVersion(C.At, "aoti_load_package", F) ||
        isPickedByVersion(C.At, "AOTIModelPackageLoader", F))
      continue;
    if (auto Problem =
            rawRunnerProblem(Runner, Language::Python, F.settings().Torch))
      Result.emplace_back(rangeOf(C.At.field("function")), std::move(*Problem));
  }
  return Result;
}

static constexpr StringRef Words[] = {"AOTIModelContainerRunner"};

const Check RawRunnerPython = {rawRunner, Words};

} // namespace aoti_tidy::python
