// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_TEXTEDITS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_TEXTEDITS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The spaces and tabs that the line of \p Offset begins with.
llvm::StringRef indentAt(llvm::StringRef Text, unsigned Offset);

/// \p New with the line ends of \p Text, which it goes into.
std::string withLineEndsOf(llvm::StringRef Text, llvm::StringRef New);

/// \p N in one line of at most \p Limit bytes for messages: comments and breaks
/// gone, "..." for what is longer.
std::string brief(Node N, size_t Limit = 60);

/// Where the string that \p Path ends with says \p Suffix: in "m.so",
/// f"{x}.so", d + "m.so", os.path.join(d, "m.so"), Path(d) / "m.so",
/// p.with_suffix(".so"), str(...) of these. Nothing if it ends otherwise, or
/// that cannot be told.
std::optional<TextRange> suffixAt(Node Path, llvm::StringRef Suffix,
                                  const Names &Known);

/// The range to delete so that \p Item, an element of a list, a dict, an
/// argument list or an import, goes with its comma; with its line if nothing
/// else is on it.
TextRange removalOf(Node Item);

/// Whether \p N is part of a string: of the expression of an f-string.
bool isInString(Node N);

/// Whether to leave \p Expr out cannot be noticed, whatever it is.
bool hasNoEffect(Node Expr, const File &F);

/// The edit that makes \p Value, a plain string literal, say \p Text; nothing
/// for any other expression.
std::optional<Edit> rewriteString(Node Value, llvm::StringRef Text);

} // namespace aoti_tidy::python

#endif
