// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_NARROWED_RANGE_NARROWEDRANGES_H
#define AOTI_TIDY_CHECKS_NARROWED_RANGE_NARROWEDRANGES_H

#include "checks/common/EmittedFinding.h"
#include "checks/lib/package/ExportedProgram.h"

namespace aoti_tidy {

/// One finding for each bound of a size that refuses what the exported program
/// allows, if that is not null, and for each pair of bounds that no size meets.
/// Dimensions of the same symbol are one.
std::vector<EmittedFinding>
narrowedRangeFindings(const EmittedModel &Model,
                      const ExportedProgram *Exported);

} // namespace aoti_tidy

#endif
