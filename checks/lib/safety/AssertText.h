// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_ASSERTTEXT_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_ASSERTTEXT_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

enum class AssertQuote {
  None,
  Part,  ///< the text is a piece of the message
  Whole, ///< the message, or its condition, is in the text
};

/// Compares \p Text, copied from an error message or a log, with the \p Message
/// of an assert, "index out of bounds: 0 <= tmp4 < ks0". White space and logs'
/// additions do not matter; names and numbers do.
AssertQuote quoteOf(llvm::StringRef Text, llvm::StringRef Message);

bool hasWord(llvm::StringRef Text, llvm::StringRef Word);

/// "/build/c2.kernel.cpp:52", in whatever folder.
bool namesLine(llvm::StringRef Text, llvm::StringRef File, unsigned Line);

} // namespace aoti_tidy

#endif
