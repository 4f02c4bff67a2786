// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/safety/IndexChecker.h"
#include <fmt/format.h>

namespace aoti_tidy {

const IndexSafety &EmittedContext::indexSafety() {
  if (!Safety) {
    Prover Solver(Settings.OfPackage);
    Safety = checkIndices(Model, Solver);
  }
  return *Safety;
}

std::vector<DivisionByZero> EmittedContext::divisionsByZero() const {
  Prover Solver(Settings.OfPackage);
  return IndexChecker(Model, Solver).divisions();
}

std::string EmittedContext::inputText(size_t Input) const {
  std::string Text = fmt::format("input {}", Input);
  const ExportedProgram *Exported = Settings.Exported;
  if (!Exported || Input >= Exported->Inputs.size())
    return Text;
  return fmt::format("{} ({})", Text, quotedName(Exported->Inputs[Input].Name));
}

} // namespace aoti_tidy
