// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_VERSIONGUARD_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_VERSIONGUARD_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Whether the code around \p Use asks which torch there is: a condition around
/// it, a decorator that skips a test, or a statement before it that leaves names
/// torch's version or 'hasattr'. So does a 'try' around it for an ImportError or
/// AttributeError, and a condition on what is available, if the other branch
/// names \p Replacement; without a \p Replacement, whatever the other branch is.
bool isPickedByVersion(Node Use, llvm::StringRef Replacement, const File &F);

} // namespace aoti_tidy::python

#endif
