// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_WRITTENPACKAGES_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_WRITTENPACKAGES_H

#include "checks/lib/package/RunScripts.h"
#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The packages that \p F writes at paths that the text tells.
std::vector<ScriptPackage> packagesWrittenBy(const File &F);

} // namespace aoti_tidy::python

#endif
