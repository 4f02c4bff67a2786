// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_PYTHON_PYTHONLEXER_H
#define AOTI_TIDY_CHECKS_PYTHON_PYTHONLEXER_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace clang::tidy::aoti {

/// A token of Python text; comments, spaces and numbers have none.
struct PythonToken {
  enum Kind { Name, String, Operator, Newline };
  Kind K;
  llvm::StringRef Text; ///< a string's: with its prefix and quotes
  size_t Offset;        ///< in the text
  unsigned Depth;       ///< of brackets; a bracket counts itself

  bool is(Kind Other, llvm::StringRef OtherText) const {
    return K == Other && Text == OtherText;
  }
};

bool isPythonNameStart(char C);
bool isPythonNameChar(char C);

/// The tokens of \p Code, which must outlive them, with a Newline last; nothing
/// if Python would refuse the text.
std::optional<std::vector<PythonToken>> lexPython(llvm::StringRef Code);

/// The tokens of \p Code, leaving out what Python would refuse: a string
/// without an end is dropped with the rest of its line, and an open bracket is
/// taken to end before a definition, an import or a decorator in the first
/// column.
std::vector<PythonToken> lexBrokenPython(llvm::StringRef Code);

/// The prefix of a string token: "", "r", "Rb", "f" ...
llvm::StringRef pythonStringPrefix(llvm::StringRef Token);
/// The text between the quotes of a string token, escapes as they are written.
llvm::StringRef pythonStringBody(llvm::StringRef Token);
/// Whether the prefix is that of an f-string or a t-string.
bool isInterpolatedPrefix(llvm::StringRef Prefix);

} // namespace clang::tidy::aoti

#endif
