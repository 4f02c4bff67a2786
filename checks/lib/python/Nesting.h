// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_NESTING_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_NESTING_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy::python {

/// Whether \p Text is nested so deeply that no person wrote it and Python
/// itself refuses it (at 200 brackets), nor can tree-sitter keep it: its nodes
/// have at most 65535 children, and what it could not read becomes one node
/// with all that is open. What counts is each token that is not behind a comma
/// or the end of a statement, at each bracket that is open.
bool isNestedTooDeeply(llvm::StringRef Text);

} // namespace aoti_tidy::python

#endif
