// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_TEXTEDITS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_TEXTEDITS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// \p N in one line of at most \p Limit bytes for messages: comments and breaks
/// gone, "..." for what is longer.
std::string brief(Node N, size_t Limit = 60);

/// The range to delete so that \p Item, an element of a list, a dict, an
/// argument list or an import, goes with its comma; with its line if nothing
/// else is on it.
TextRange removalOf(Node Item);

/// Whether to leave \p Expr out cannot be noticed, whatever it is.
bool hasNoEffect(Node Expr, const File &F);

/// The edit that makes \p Value, a plain string literal, say \p Text; nothing
/// for any other expression.
std::optional<Edit> rewriteString(Node Value, llvm::StringRef Text);

} // namespace aoti_tidy::python

#endif
