// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_NOT_LOADED_OPNOTLOADEDRULE_H
#define AOTI_TIDY_CHECKS_OP_NOT_LOADED_OPNOTLOADEDRULE_H

#include "checks/lib/package/PackageOps.h"
#include "llvm/ADT/ArrayRef.h"

namespace aoti_tidy {

enum class HostLanguage { Cxx, Python };

/// What is wrong with a program that loads \p Package, "'m.pt2'", and registers
/// none of \p Ops, of which there is at least one.
std::string notLoadedProblem(llvm::ArrayRef<PackageOp> Ops,
                             llvm::StringRef Package, HostLanguage Host);

/// The same of a C++ program where the export script tells of the operator.
std::string onlyInPythonProblem(llvm::StringRef Package);

} // namespace aoti_tidy

#endif
