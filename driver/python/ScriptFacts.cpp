// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/ScriptFacts.h"
#include "checks/lib/script/WrittenPackages.h"
#include "driver/report/ScriptRecord.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

std::shared_ptr<const RunScripts>
readScripts(llvm::ArrayRef<ScriptSource> Writers, IsolationSettings Apart) {
  using Packages = std::vector<ScriptPackage>;
  Apart.Progress = {};
  auto Read = runIsolated<Packages>(Writers.size(), Apart, [&](size_t I) {
    const auto Parsed = python::File::create(Writers[I].File, Writers[I].Text,
                                             *Writers[I].With);
    return Parsed ? python::packagesWrittenBy(*Parsed) : Packages();
  });
  Packages All;
  for (auto &Of : Read)
    llvm::append_range(All, Of.Value);
  return std::make_shared<const RunScripts>(std::move(All));
}

} // namespace aoti_tidy
