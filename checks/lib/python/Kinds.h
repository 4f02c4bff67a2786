// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_KINDS_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_KINDS_H

#include "checks/lib/python/Syntax.h"

namespace aoti_tidy::python {

/// The kinds of nodes that the reading of names tells apart, as numbers: Node's
/// are strings, and each node of a file is asked several times.
enum class Kind : uint8_t {
  Other,
#define KIND(NAME, TEXT) NAME,
#include "checks/lib/python/Kinds.def"
};

Kind kindOf(Node N);

} // namespace aoti_tidy::python

#endif
