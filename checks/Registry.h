// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_REGISTRY_H
#define AOTI_TIDY_CHECKS_REGISTRY_H

#include "checks/common/EmittedContext.h"
#include "checks/common/PythonCheck.h"

// What a line of Checks.def with the name Name stands for. The check's folder
// defines it, and one that is missing is a linker's error with that name:
//
//   Cxx        clang::tidy::aoti::makeNameCheck(), a clang-tidy check
//   CxxPython  that, and the constant aoti_tidy::python::NamePython
//   Python     that constant alone
//   Emitted    aoti_tidy::findName(), an EmittedRule

namespace aoti_tidy {

/// What the check \p Id, of those that read emitted code, does with a model.
/// Null for other checks.
EmittedRule *emittedRule(llvm::StringRef Id);

namespace python {

/// The checks that read Python, by id.
llvm::ArrayRef<Check> checks();

} // namespace python
} // namespace aoti_tidy

#endif
