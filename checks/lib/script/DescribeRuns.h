// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_DESCRIBERUNS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_DESCRIBERUNS_H

#include "checks/lib/package/RunRecord.h"
#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// What is known of each run of a model that \p F loads, in the order of the
/// text.
std::vector<RunRecord> runRecords(const File &F);

} // namespace aoti_tidy::python

#endif
