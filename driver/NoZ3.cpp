// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SMTAPI.h"

// LLVM's own are for a mode of the static analyzer that nobody asks a linter
// for. Debian's archives were built with Z3, and would need its shared library
// on every machine. A linker that has these does not take those.
llvm::SMTSolverRef llvm::CreateZ3Solver() {
  llvm::report_fatal_error("aoti-tidy was built without Z3");
}

void llvm::SMTSolver::dump() const {}
