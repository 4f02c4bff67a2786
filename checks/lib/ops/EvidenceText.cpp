// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/EvidenceText.h"
#include <fmt/format.h>

namespace aoti_tidy {

std::string registrationNote(const OpTable::Evidence &E) {
  std::string Text = "registered here as ";
  Text += E.Kernel->Op.empty() ? fmt::format("a {} kernel", E.Kernel->Key)
                               : fmt::format("the {} kernel of '{}'",
                                             E.Kernel->Key, E.Kernel->Op);
  if (E.OtherOps)
    Text += fmt::format(" and {} other operator{}", E.OtherOps,
                        E.OtherOps == 1 ? "" : "s");
  return Text;
}

std::string schemaNote(const SchemaFact &Schema) {
  return fmt::format("the schema of '{}' is here", Schema.Op);
}

std::string definedNote(llvm::StringRef Op) {
  return fmt::format("'{}' is defined here, in Python", Op.str());
}

} // namespace aoti_tidy
