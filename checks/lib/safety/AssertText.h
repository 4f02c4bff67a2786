// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_ASSERTTEXT_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_ASSERTTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// How much of an assert's message a text has.
enum class AssertQuote {
  None,
  Part,  ///< the text is a piece of the message
  Whole, ///< the message, or its condition, is in the text
};

/// Holds \p Text, which somebody copied from an error message or a log, against
/// the \p Message of an assert, "index out of bounds: 0 <= tmp4 < ks0". White
/// space and what logs put around it do not matter; names and numbers do. The
/// condition may also be spelt as in the code: "Expected (0 <= tmp4) & (tmp4 <
/// ks0) to be true".
AssertQuote quoteOf(llvm::StringRef Text, llvm::StringRef Message);

/// Whether \p Word is a word of \p Text: "raised from cpp_fused_index_0 at".
bool hasWord(llvm::StringRef Text, llvm::StringRef Word);

/// Whether \p Text names that line of the file, whatever folder it is in:
/// "/build/c2.kernel.cpp:52".
bool namesLine(llvm::StringRef Text, llvm::StringRef File, unsigned Line);

/// Of \p Messages, those that are most like \p Text, each once and the best
/// first.
std::vector<std::string> nearestMessages(llvm::ArrayRef<std::string> Messages,
                                         llvm::StringRef Text, size_t AtMost);

} // namespace aoti_tidy

#endif
