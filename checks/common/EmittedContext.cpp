// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"

namespace aoti_tidy {

const IndexSafety &EmittedContext::indexSafety() {
  if (!Safety) {
    Prover Solver;
    Safety = checkIndices(Model, Solver, Settings.Index);
  }
  return *Safety;
}

} // namespace aoti_tidy
