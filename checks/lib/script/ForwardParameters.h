// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_FORWARDPARAMETERS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_FORWARDPARAMETERS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// What forward() of the module that \p Expr stands for calls its input \p
/// Index; empty if the file does not say.
llvm::StringRef inputName(Node Expr, unsigned Index, const File &F);

} // namespace aoti_tidy::python

#endif
