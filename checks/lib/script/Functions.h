// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_FUNCTIONS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_FUNCTIONS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// What the function of the file that \p Callee names returns, if there is one
/// 'return' in it: an expression inside of it. Nothing if a decorator may make
/// something else of that.
Node returnedBy(Node Callee, const File &F);

} // namespace aoti_tidy::python

#endif
