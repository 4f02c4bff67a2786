// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_PYTHONOPS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_PYTHONOPS_H

#include "checks/lib/ops/OpTable.h"

namespace aoti_tidy {

/// Reads the schemas and fakes that \p Text, the Python source of \p File,
/// registers with torch.library. Helpers that look as if they register a fake
/// count as fakes. If a part of the text is broken, the rest is read, and ops
/// that the broken part names count as having a fake.
OpFacts readPythonOps(llvm::StringRef Text, llvm::StringRef File);

} // namespace aoti_tidy

#endif
