// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_NAMECHARS_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_NAMECHARS_H

#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy::python {

/// Whether a name of Python may begin with the byte \p C. All that is no ASCII
/// counts, which is what other alphabets are made of in UTF-8.
inline bool isNameStart(char C) {
  return llvm::isAlpha(C) || C == '_' || static_cast<unsigned char>(C) >= 0x80;
}

/// Whether \p C may be part of a name.
inline bool isNameChar(char C) { return isNameStart(C) || llvm::isDigit(C); }

} // namespace aoti_tidy::python

#endif
