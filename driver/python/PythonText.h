// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PYTHON_PYTHONTEXT_H
#define AOTI_TIDY_DRIVER_PYTHON_PYTHONTEXT_H

#include "checks/lib/python/Syntax.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// Why Python's bytes cannot be read as UTF-8, which is what they are unless
/// they say otherwise in one of the first two lines (PEP 263); nothing if they
/// can. Another encoding does no harm to a text that is ASCII throughout.
std::optional<std::string> encodingProblem(llvm::StringRef Text);

/// The first place at which \p T is not Python; nothing if all of it is.
std::optional<unsigned> firstSyntaxError(const python::Tree &T);

} // namespace aoti_tidy

#endif
