// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_MISSING_LOWER_BOUND_MISSINGLOWERBOUNDS_H
#define AOTI_TIDY_CHECKS_MISSING_LOWER_BOUND_MISSINGLOWERBOUNDS_H

#include "checks/common/EmittedFinding.h"
#include "checks/lib/package/ExportedProgram.h"
#include "checks/lib/safety/IndexSafety.h"

namespace aoti_tidy {

/// One finding for each dimension of an input that the emitted checks, or the
/// exported program, if it is not null, let be smaller than the kernels need.
std::vector<EmittedFinding>
missingLowerBoundFindings(const EmittedModel &Model, const IndexSafety &Safety,
                          const ExportedProgram *Exported);

} // namespace aoti_tidy

#endif
