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

/// \p Text with '~' for the stars that tree-sitter's grammar (0.25) refuses, of
/// what is no name in a tuple without parentheses; other stars may become '~',
/// too, where either is read:
///
///   return a, *[None] * 3     return a, ~[None] * 3
std::string withoutBareStars(llvm::StringRef Text);

} // namespace aoti_tidy::python

#endif
