// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKENUMPY_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKENUMPY_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Whether \p Type, given as a dtype, is one of numbers: not 'object', in which
/// symbols stay what they are.
bool makesNumbers(const File &F, Node Type);

/// Whether \p Expr is an array that numpy makes of what it is given.
bool isArray(const File &F, Node Expr);

} // namespace aoti_tidy::python

#endif
