// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_STRINGVALUE_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_STRINGVALUE_H

#include "checks/lib/python/Syntax.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy::python {

/// A string, as far as it is known.
struct Text {
  std::string Head; ///< how it starts
  std::string Tail; ///< how it ends
  /// Head is all of it, and so is Tail.
  bool IsWhole = false;

  /// Whether it certainly ends (starts) so.
  bool endsWith(llvm::StringRef End) const {
    return llvm::StringRef(Tail).ends_with(End);
  }
  bool startsWith(llvm::StringRef Start) const {
    return llvm::StringRef(Head).starts_with(Start);
  }
};

/// Part of a string: text, or what an f-string puts in.
struct StringPart {
  std::string Text;   ///< escapes replaced
  Node Interpolation; ///< set: Text is not
};

/// The parts of a "string" node; nothing for bytes, for what is not closed, and
/// for escapes of characters by their names.
std::optional<std::vector<StringPart>> partsOf(Node String);

/// The text of a "string" node, escapes replaced; nothing if it is an f-string
/// with something in it, or bytes.
std::optional<std::string> literalText(Node String);

inline Text wholeText(std::string Of) { return {Of, Of, true}; }
Text concatenate(const Text &A, const Text &B);
/// As pathlib writes it: without '.', and with single slashes.
Text asPath(Text Of);
/// As os.path.join does it.
Text joinPaths(const Text &A, const Text &B);

} // namespace aoti_tidy::python

#endif
