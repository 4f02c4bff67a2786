// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_LOGLINE_H
#define AOTI_TIDY_CHECKS_LIB_LOG_LOGLINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// \p Line without what a terminal would obey: colours, titles, NULs and other
/// control characters; a carriage return or a tab is a space. Uses \p Memory if
/// there is anything to take out. Of one with its end, blanks there go, too.
llvm::StringRef cleanLine(llvm::StringRef Line,
                          llvm::SmallVectorImpl<char> &Memory,
                          bool HasEnd = true);

/// How much of \p Part, of a line that goes on, is a control sequence that has
/// not come to its end.
size_t unfinishedEscape(llvm::StringRef Part);

/// \p Line without what loggers put before a message: times, levels, ranks,
/// threads, files. What is left is what several ranks say alike.
llvm::StringRef withoutPrefix(llvm::StringRef Line);

/// From where on a line is code that would print what stands there, not what was
/// printed: a line of a traceback, of a dump of emitted code. npos: it is none.
size_t sourceCodeFrom(llvm::StringRef Line);

/// Whether a logger wrote the line to say that all goes on: a warning, an
/// information that is no error's text.
bool isPassing(llvm::StringRef Line);

/// Whether a line with the word of an error in it, which ends at \p End, tells of
/// one: it is no frame of a stack, no code, and not only that something ended.
bool tellsError(llvm::StringRef Line, llvm::StringRef Word, size_t End);

/// Calls \p Text for each line of each value of a log line in JSON, as it was
/// before it was escaped; of one that is cut off, too. Whether it is such a line.
bool readJsonLine(llvm::StringRef Line,
                  llvm::function_ref<void(llvm::StringRef)> Text);

} // namespace aoti_tidy

#endif
