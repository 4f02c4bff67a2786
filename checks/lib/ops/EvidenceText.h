// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_EVIDENCETEXT_H
#define AOTI_TIDY_CHECKS_LIB_OPS_EVIDENCETEXT_H

#include "checks/lib/ops/OpTable.h"

namespace aoti_tidy {

/// The note at the kernel's registration: "registered here as the Meta kernel
/// of 'ns::op'", "… as the CompositeImplicitAutograd kernel of 'ns::op' and 6
/// other operators".
std::string registrationNote(const OpTable::Evidence &E);

/// The note at a registration that was read by the name of its macro.
std::string guessNote();

/// The note at a schema.
std::string schemaNote(const SchemaFact &Schema);

/// The note at a call that gives an argument a size.
std::string sizeArgumentNote(const SizeArgumentFact &A);

} // namespace aoti_tidy

#endif
