// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_LOGNAMES_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_LOGNAMES_H

#include "checks/lib/torch/VersionTable.h"

namespace aoti_tidy {

NamedRows<VersionedRow> logNames();

} // namespace aoti_tidy

#endif
