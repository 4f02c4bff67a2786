// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_EVIDENCETEXT_H
#define AOTI_TIDY_CHECKS_LIB_OPS_EVIDENCETEXT_H

#include "checks/lib/ops/OpTable.h"

namespace aoti_tidy {

/// The note at the kernel's registration: "registered here as the Meta kernel
/// of 'ns::op'", "… as the CompositeImplicitAutograd kernel of 'ns::op' and 6
/// other operators".
std::string registrationNote(const OpTable::Evidence &E);

/// The note at a schema.
std::string schemaNote(const SchemaFact &Schema);

/// The note at an operator that only Python has.
std::string definedNote(llvm::StringRef Op);

} // namespace aoti_tidy

#endif
