// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_GRAMMARGAPS_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_GRAMMARGAPS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti_tidy::python {

/// Whether \p Text has line ends that are a carriage return alone. Python takes
/// them for line ends, tree-sitter for blanks.
bool hasLoneReturns(llvm::StringRef Text);

/// \p Text with line feeds for them.
std::string withoutLoneReturns(llvm::StringRef Text);

/// \p Text with what Python takes and tree-sitter's grammar (0.25) refuses in a
/// spelling of the same length that it reads:
///
///   return a, *[None] * 3      return a, ~[None] * 3
///   f"{x:=^10}"                f"{x:<^10}"
///
/// Text that is read in both ways may be changed, too.
std::string forGrammar(llvm::StringRef Text);

} // namespace aoti_tidy::python

#endif
