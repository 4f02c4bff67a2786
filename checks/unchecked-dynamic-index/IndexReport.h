// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_UNCHECKED_DYNAMIC_INDEX_INDEXREPORT_H
#define AOTI_TIDY_CHECKS_UNCHECKED_DYNAMIC_INDEX_INDEXREPORT_H

#include "checks/common/EmittedFinding.h"
#include "checks/lib/safety/IndexSafety.h"

namespace aoti_tidy {

/// "'in_ptr0[-1 + ks0]' reads element -1 of input 0, which has 0, if input 0
/// has shape [4, 0]"
std::string accessText(const EmittedModel &Model, const UnsafeAccess &U);

/// Whether the kernel runs on the host, and not on the model's device: Triton's
/// stand in comments.
bool isHostCode(const EmittedModel &Model, const Kernel &K);

/// One finding for each cause (an input's dimension, an input's contents) and
/// kernel; what else the same cause breaks in that kernel is in the notes.
std::vector<EmittedFinding> indexFindings(const EmittedModel &Model,
                                          const IndexSafety &Safety);

} // namespace aoti_tidy

#endif
