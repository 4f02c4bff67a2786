// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedChecks.h"
#include "checks/dropped-error/DroppedErrors.h"
#include "checks/missing-lower-bound/MissingLowerBounds.h"
#include "checks/narrowed-range/NarrowedRanges.h"
#include "checks/unchecked-dynamic-index/IndexReport.h"
#include "checks/unchecked-input/UncheckedInputs.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

const IndexSafety &EmittedContext::indexSafety() {
  if (!Safety) {
    Prover Solver;
    Safety = checkIndices(Model, Solver, Settings.Index);
  }
  return *Safety;
}

namespace {

struct EmittedCheck {
  llvm::StringLiteral Id;
  EmittedCheckFunction Find;
};

constexpr EmittedCheck Checks[] = {
    {"aoti-dropped-error",
     [](EmittedContext &C) { return droppedErrorFindings(C.model()); }},
    {"aoti-missing-lower-bound",
     [](EmittedContext &C) {
       return missingLowerBoundFindings(C.model(), C.indexSafety(),
                                        C.exported());
     }},
    {"aoti-narrowed-range",
     [](EmittedContext &C) {
       return narrowedRangeFindings(C.model(), C.exported());
     }},
    {"aoti-unchecked-dynamic-index",
     [](EmittedContext &C) {
       return indexFindings(C.model(), C.indexSafety());
     }},
    {"aoti-unchecked-input",
     [](EmittedContext &C) { return uncheckedInputFindings(C.model()); }},
};

} // namespace

EmittedCheckFunction emittedCheck(llvm::StringRef Id) {
  const auto *It =
      llvm::find_if(Checks, [&](const EmittedCheck &C) { return C.Id == Id; });
  return It == std::end(Checks) ? nullptr : It->Find;
}

} // namespace aoti_tidy
