// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_PYTHONCHECKS_H
#define AOTI_TIDY_CHECKS_COMMON_PYTHONCHECKS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

// One function per check of Checks.def that looks at Python: its findings, in
// the order of the text.
std::vector<Finding> debugFlag(const File &F);
std::vector<Finding> deprecatedApi(const File &F);
std::vector<Finding> deviceMismatch(const File &F);
std::vector<Finding> inputContract(const File &F);
std::vector<Finding> loaderArguments(const File &F);
std::vector<Finding> rawRunner(const File &F);
std::vector<Finding> symIntMeta(const File &F);

} // namespace aoti_tidy::python

#endif
