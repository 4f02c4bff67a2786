// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_MISSING_META_MISSINGMETARULE_H
#define AOTI_TIDY_CHECKS_MISSING_META_MISSINGMETARULE_H

#include "checks/lib/torch/OpSchema.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// The problem with the operator \p Op, "ns::op", if nothing of the run can
/// stand for it in export; nothing if it may be meant so.
std::optional<std::string> missingMetaProblem(const std::string &Op,
                                              const OpSchema &Schema);

} // namespace aoti_tidy

#endif
