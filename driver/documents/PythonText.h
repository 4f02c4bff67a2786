// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_DOCUMENTS_PYTHONTEXT_H
#define AOTI_TIDY_DRIVER_DOCUMENTS_PYTHONTEXT_H

#include "checks/lib/python/Syntax.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// Why Python's bytes cannot be read as UTF-8, which is what they are unless
/// they say otherwise in one of the first two lines (PEP 263); nothing if they
/// can. Another encoding does no harm to a text that is ASCII throughout.
std::optional<std::string> encodingProblem(llvm::StringRef Text);

/// A place at which a text is not Python.
struct SyntaxProblem {
  unsigned Offset = 0;
  std::string Message;
};

/// The first one; nothing if all of \p T is Python. \p PartBegins are the
/// offsets of texts that were joined; empty for a file of its own.
std::optional<SyntaxProblem>
firstSyntaxProblem(const python::Tree &T, llvm::ArrayRef<unsigned> PartBegins);

} // namespace aoti_tidy

#endif
