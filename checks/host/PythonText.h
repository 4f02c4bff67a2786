// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_HOST_PYTHONTEXT_H
#define AOTI_TIDY_CHECKS_HOST_PYTHONTEXT_H

#include "checks/python/PythonLexer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace clang::tidy::aoti {

/// A place in Python text that reaches a function by its full name.
struct PythonUse {
  llvm::StringRef Path; ///< one of those asked for
  size_t Offset;        ///< in the text
};

/// Python source embedded in C++: just enough of it to tell which module a name
/// comes from. One flat scope: a name that anything in the text binds a second
/// time (an assignment, a parameter, a 'def') is taken to be unknown.
class PythonText {
public:
  /// Nothing if Python would refuse the text, or it is too odd to follow. The
  /// text must outlive the result.
  static std::optional<PythonText> parse(llvm::StringRef Code);

  /// Where the text reaches one of \p Paths ("torch._export.aot_load"): by full
  /// name, through 'import ... as', or by importing it with 'from ... import'.
  std::vector<PythonUse> usesOf(llvm::ArrayRef<llvm::StringRef> Paths) const;

  /// Whether \p Name occurs as a name or as the whole of a string
  /// (hasattr(m, "name")).
  bool mentions(llvm::StringRef Name) const;

private:
  class Names;

  std::vector<PythonToken> Tokens;
};

} // namespace clang::tidy::aoti

#endif
