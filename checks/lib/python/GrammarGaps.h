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

/// \p Text with the Python that tree-sitter's grammar refuses (0.23.6; valid in
/// some Python of 3.8 to 3.14) written as Python that it reads, each byte in
/// its place:
///
///   return a, *[b]         return a, ~[b]       Node::isSplat() goes by the
///   text x[*(a), 1]             x[~(a), 1] t"{x}"                 f"{x}"
///   f"{x:=^8}"             f"{x: ^8}"
///   def f[T = int]()       def f[T : int]()
///   class A[T: B = C]      class A[T: B | C]
///   except A, B, C:        except A| B| C:
///
/// If \p JoinsLines, lines within brackets that are indented less than the
/// statement are put behind the line before; a bracket that is not closed would
/// have its way with the rest of the text.
///
/// Strings and comments stay as they are. Text that is no Python comes out as
/// no Python, or as it is.
std::string withoutGrammarGaps(llvm::StringRef Text, bool JoinsLines);

} // namespace aoti_tidy::python

#endif
