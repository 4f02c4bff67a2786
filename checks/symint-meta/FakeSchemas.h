// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKESCHEMAS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKESCHEMAS_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/ops/OpDefinitions.h"

namespace aoti_tidy::python {

/// The parameters of \p Kernel that are int in the schema and become sizes of
/// tensors: those that are a whole shape, and if the option SchemaInts says so,
/// others.
std::vector<Finding> schemaInts(SymbolicFunction &Kernel,
                                const OpDefinition &Op);

} // namespace aoti_tidy::python

#endif
