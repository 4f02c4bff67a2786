// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DROPPED_ERROR_DROPPEDERRORS_H
#define AOTI_TIDY_CHECKS_DROPPED_ERROR_DROPPEDERRORS_H

#include "checks/common/EmittedFinding.h"

namespace aoti_tidy {

/// One finding for each of ATen's functions whose error the wrapper throws
/// away; its other calls are in the notes.
std::vector<EmittedFinding> droppedErrorFindings(const EmittedModel &Model);

} // namespace aoti_tidy

#endif
