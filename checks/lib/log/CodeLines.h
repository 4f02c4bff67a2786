// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_CODELINES_H
#define AOTI_TIDY_CHECKS_LIB_LOG_CODELINES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace aoti_tidy {

/// Python's first line of a traceback.
inline constexpr llvm::StringLiteral TracebackBegins =
    "Traceback (most recent call last)";

/// The kind of a log's line: text that a program printed, or code that a
/// traceback, pytest, a notebook or a compiler quotes.
enum class LineKind {
  Text,
  Called, ///< the statement of a traceback's frame: it was running
  Shown   ///< code around it
};

/// Tells quoted code from what was said, line by line. Quoted code is never
/// evidence: it has the texts of errors that were not raised.
class CodeLines {
public:
  struct Assertion {
    std::string Text;
    uint64_t Line;
  };

  LineKind kindOf(llvm::StringRef Line, uint64_t Number);

  /// The assertion that failed by the last line, whose code is its text.
  std::optional<Assertion> takeFailed();

private:
  LineKind ofTraceback(llvm::StringRef Line, llvm::StringRef Said);

  std::optional<size_t> Frame; ///< the column of the last frame
  std::string Prefix;          ///< a logger's, and spaces, before that
  bool IsPytest = false, IsNotebook = false;
  std::optional<Assertion> Asserted, Failed;
};

} // namespace aoti_tidy

#endif
