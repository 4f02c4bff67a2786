// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_WRAPPER_INDEXREPORT_H
#define AOTI_TIDY_CHECKS_WRAPPER_INDEXREPORT_H

#include "checks/wrapper/EmittedFinding.h"
#include "checks/wrapper/IndexSafety.h"

namespace aoti_tidy {

/// One finding for each cause (an input's dimension, an input's contents) and
/// kernel; what else the same cause breaks in that kernel is in the notes.
std::vector<EmittedFinding> indexFindings(const EmittedModel &Model,
                                        const IndexSafety &Safety);

} // namespace aoti_tidy

#endif
