// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_IMPORT_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_IMPORT_H

#include "checks/lib/python/Syntax.h"
#include <string>

namespace aoti_tidy::python {

/// A name that an import binds.
struct Import {
  Node Statement;     ///< import_statement, import_from_statement
  Node Clause;        ///< of the statement: "torch", "a.b as c"
  std::string Module; ///< "torch._export"; dots in front if it is relative
  std::string Name;   ///< of 'from Module import Name', else empty
  std::string Bound;  ///< the name in this file; "*" if it is all there are
};

} // namespace aoti_tidy::python

#endif
