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

std::string guessNote() {
  return "no definition of this block's macro is in sight; it is read as what "
         "its name says, so the finding is a preview";
}

std::string schemaNote(const SchemaFact &Schema) {
  return fmt::format("the schema of '{}' is here", Schema.Op);
}

std::string sizeArgumentNote(const SizeArgumentFact &A) {
  return fmt::format("'{}' is called with the size of a tensor for it here",
                     A.Op);
}

} // namespace aoti_tidy
