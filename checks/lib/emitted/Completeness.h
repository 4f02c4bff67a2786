// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_COMPLETENESS_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_COMPLETENESS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// What shows that \p Text, C++ that a null character follows, is only a part
/// of a file: "the '{' of line 12 is not closed". Nothing where it ends outside
/// of all blocks, literals and comments, as each file does that torch emits.
std::optional<std::string> signOfCut(llvm::StringRef Text);

/// Whether \p Text has any code: more than blanks and comments.
bool hasCode(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
