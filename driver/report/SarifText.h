// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_SARIFTEXT_H
#define AOTI_TIDY_DRIVER_REPORT_SARIFTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti_tidy {

/// The column, from 1, that SARIF counts in UTF-16 code units, of the byte
/// \p Column, from 1, of \p Line.
unsigned utf16Column(llvm::StringRef Line, unsigned Column);

/// \p Path as (a part of) a URI.
std::string uriOf(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
