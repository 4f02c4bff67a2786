// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_CUSTOMOP_PYTHONLIBRARIES_H
#define AOTI_TIDY_CHECKS_CUSTOMOP_PYTHONLIBRARIES_H

#include "checks/python/PythonSource.h"

namespace clang::tidy::aoti {

/// Library("ns", "IMPL", "Meta")
struct PythonLibrary {
  std::string Namespace;          ///< empty: not in sight
  std::optional<std::string> Key; ///< nothing: not in sight
};

/// Which torch.library.Library each name of a file stands for.
class PythonLibraries {
public:
  /// \p Source must outlive the result.
  explicit PythonLibraries(const PythonSource &Source);

  /// \p Call makes a library. Calls come in the order of the text.
  void add(const PythonCall &Call);

  /// The library \p Name stands for at \p Token; one without a namespace where
  /// that is not plain to see.
  PythonLibrary at(llvm::StringRef Name, size_t Token) const;

private:
  struct Binding {
    size_t Token;                     ///< the value's
    bool IsAttribute;                 ///< self.lib
    std::optional<PythonLibrary> Lib; ///< nothing: it is something else
  };

  bool isVisible(llvm::StringRef Name, const Binding &B, size_t Token) const;

  const PythonSource &Source;
  llvm::StringMap<std::vector<Binding>> Bindings; ///< in the order of the text
};

/// The argument at a position, or of one of \p Keywords; empty if not given.
TokenRange pythonArgument(llvm::ArrayRef<PythonArgument> Args, size_t Position,
                          std::initializer_list<llvm::StringRef> Keywords);

/// The dispatch key that \p Type, a device type or itself a key, stands for.
std::string dispatchKeyOf(llvm::StringRef Type);

} // namespace clang::tidy::aoti

#endif
