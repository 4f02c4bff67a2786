// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_PYTHONTEXT_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_PYTHONTEXT_H

#include "checks/lib/python/Names.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A place in Python text that reaches a function by its full name.
struct PythonUse {
  llvm::StringRef Path; ///< one of those asked for
  size_t Offset;        ///< in the text
};

/// Python source embedded in C++. A 'torch' that nothing in the text binds is
/// the module: text that ran before, or the caller's globals, brought it in.
class PythonText {
public:
  /// Null if Python would refuse the text.
  static std::unique_ptr<PythonText> parse(llvm::StringRef Code);

  /// Where the text reaches one of \p Paths ("torch._export.aot_load"): by full
  /// name, through 'import ... as', or by importing it with 'from ... import'.
  /// A name that stands for one of them was found where it was given.
  std::vector<PythonUse> usesOf(llvm::ArrayRef<llvm::StringRef> Paths) const;

  /// Whether \p Name occurs as a name or as the whole of a string
  /// (hasattr(m, "name")).
  bool mentions(llvm::StringRef Name) const;

private:
  PythonText(std::string Source, size_t Added);
  bool isStillImported(const python::Import &From, llvm::StringRef Path) const;
  std::string pathOf(python::Node N) const;

  const std::string Source; ///< what is put in front, and the text
  const size_t Added;       ///< bytes that are put in front
  const std::unique_ptr<python::Tree> Syntax;
  const std::unique_ptr<python::Names> Known;
  /// The only 'from module import *' that there is.
  std::string StarModule;
};

} // namespace aoti_tidy

#endif
