// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_REFUSEDSYNTAX_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_REFUSEDSYNTAX_H

#include "checks/lib/python/Syntax.h"
#include <optional>

namespace aoti_tidy::python {

/// Where \p T first has what the grammar takes and Python 3 refuses: statements
/// and literals of Python 2, 'async' as a name, an argument by its place behind
/// one by its name. Python refuses more than that.
std::optional<unsigned> firstRefusedPlace(const Tree &T);

} // namespace aoti_tidy::python

#endif
