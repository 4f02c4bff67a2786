// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_NOT_LOADED_OPNOTLOADEDRULE_H
#define AOTI_TIDY_CHECKS_OP_NOT_LOADED_OPNOTLOADEDRULE_H

#include "checks/lib/package/PackageOps.h"
#include "llvm/ADT/ArrayRef.h"

namespace aoti_tidy {

enum class HostLanguage { Cxx, Python };

/// The problem with a program that loads \p Package, "'m.pt2'", and registers
/// none of \p Ops, of which there is at least one.
std::string notLoadedProblem(llvm::ArrayRef<PackageOp> Ops,
                             llvm::StringRef Package, HostLanguage Host);

/// The same of a C++ program where the export script tells of the operator.
std::string onlyInPythonProblem(llvm::StringRef Package);

/// The static library that \p Cmake, the text of a CMakeLists.txt, makes of
/// \p Source ("ops.cpp") and links into a program, but not as a whole: the
/// linker takes nothing of it. Empty if that is not certain.
std::string droppedLibrary(llvm::StringRef Cmake, llvm::StringRef Source);

/// The problem with registering \p Op in such a library.
std::string droppedProblem(llvm::StringRef Op, llvm::StringRef Library);

} // namespace aoti_tidy

#endif
