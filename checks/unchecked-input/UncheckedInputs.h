// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_UNCHECKED_INPUT_UNCHECKEDINPUTS_H
#define AOTI_TIDY_CHECKS_UNCHECKED_INPUT_UNCHECKEDINPUTS_H

#include "checks/common/EmittedFinding.h"

namespace aoti_tidy {

/// One finding for a model that takes inputs as they come, by default or
/// always; what goes unnoticed although the checks run is in the notes.
std::vector<EmittedFinding> uncheckedInputFindings(const EmittedModel &Model);

} // namespace aoti_tidy

#endif
