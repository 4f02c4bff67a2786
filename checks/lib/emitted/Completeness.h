// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_COMPLETENESS_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_COMPLETENESS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// The sign that \p Text, null-terminated C++, is only a part of a file: "the
/// '{' of line 12 is not closed". Nothing where it ends outside of blocks,
/// literals and comments.
std::optional<std::string> signOfCut(llvm::StringRef Text);

/// More than blanks and comments.
bool hasCode(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
