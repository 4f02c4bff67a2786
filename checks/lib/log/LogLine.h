// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_LOGLINE_H
#define AOTI_TIDY_CHECKS_LIB_LOG_LOGLINE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// \p Line without what a terminal would obey: colours, titles, NULs and other
/// control characters; a carriage return or a tab is a space. Uses \p Memory if
/// there is anything to take out.
llvm::StringRef cleanLine(llvm::StringRef Line,
                          llvm::SmallVectorImpl<char> &Memory);

/// \p Line without what loggers put before a message: times, levels, ranks,
/// threads, files. What is left is what several ranks say alike.
llvm::StringRef withoutPrefix(llvm::StringRef Line);

/// Whether what stands at \p Offset of \p Line is code that would print it, not
/// what was printed: a line of a traceback, of a dump of emitted code.
bool isInSourceCode(llvm::StringRef Line, size_t Offset);

} // namespace aoti_tidy

#endif
