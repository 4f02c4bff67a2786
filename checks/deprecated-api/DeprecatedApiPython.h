// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_DEPRECATEDAPIPYTHON_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_DEPRECATEDAPIPYTHON_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

// Parts of aoti-deprecated-api: each adds what it finds, in any order.

/// torch._export.aot_compile, torch._export.aot_load
void findLegacyExports(const File &F, std::vector<Finding> &Into);
/// The example inputs that aoti_compile_and_package ignores.
void findIgnoredInputs(const File &F, std::vector<Finding> &Into);
/// Names that torch 2.5 to 2.7 had in torch._inductor.package.
void findOldPackageNames(const File &F, std::vector<Finding> &Into);
/// Keys of torch._inductor.config that are gone.
void findGoneConfigs(const File &F, std::vector<Finding> &Into);

} // namespace aoti_tidy::python

#endif
