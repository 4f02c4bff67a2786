// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_OPWORDS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_OPWORDS_H

#include "checks/lib/ops/OpNames.h"

namespace aoti_tidy::python {

/// Whether a text may register something, by its words: what is not parsed for
/// it has no OpRegistration. Fast.
bool mayRegisterOps(llvm::StringRef Text);

/// The names that stand in quotes in \p Lost, a text that could not be read as
/// Python, if it may register something.
std::vector<OperatorName> opNamesInLostText(llvm::StringRef Lost);

} // namespace aoti_tidy::python

#endif
