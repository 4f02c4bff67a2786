// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_LOGLINE_H
#define AOTI_TIDY_CHECKS_LIB_LOG_LOGLINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// \p Line without colours, titles, NULs and other control characters; a
/// carriage return or a tab is a space. Uses \p Memory if there are any.
llvm::StringRef cleanLine(llvm::StringRef Line,
                          llvm::SmallVectorImpl<char> &Memory,
                          bool HasEnd = true);

/// \p Line with the quotes and brackets that pages and editors have replaced.
/// Uses \p Memory if there are any.
llvm::StringRef plainLine(llvm::StringRef Line, std::string &Memory);

/// Calls \p Text for each line of a text whose line feeds are written as '\n', as
/// logfmt, and bytes and dicts of Python, have them; whether there are any.
bool readEscapedLines(llvm::StringRef Line,
                      llvm::function_ref<void(llvm::StringRef)> Text);

/// The length of an unfinished control sequence at the end of \p Part.
size_t unfinishedEscape(llvm::StringRef Part);

/// \p Line without the times, levels, ranks, threads and files of loggers, so
/// that several ranks say the same.
llvm::StringRef withoutPrefix(llvm::StringRef Line);

/// The offset of code on a line of a traceback or of a dump of emitted code,
/// which was not printed by a program; npos if there is none.
size_t sourceCodeFrom(llvm::StringRef Line);

/// The offset of an error, with its text, behind the code of a line that people
/// have joined; npos if there is none.
size_t errorBehindCode(llvm::StringRef Line);

/// 'a.py", line 3' of a frame of Python.
llvm::StringRef placeOfFrame(llvm::StringRef Line);

/// 'a/b.py in f' of a frame; empty for one that passes an error on, and for
/// what the compiler calls.
std::string frameOf(llvm::StringRef Line);

/// 'f at a.cpp:3' of a frame of C++ in a backtrace; empty for one without its
/// line, and for those of headers, torch, the C library and emitted code.
std::string nativePlaceOf(llvm::StringRef Line);

/// Whether it is a file of a package or of Python itself, not of the program.
bool isLibraryFile(llvm::StringRef File);

/// Whether it is a logger's warning or information, which does not end the
/// program; \p IsRecord: it holds several lines of the program.
bool isPassing(llvm::StringRef Line, bool IsRecord = false);

/// Whether a line with an error's word up to \p End is an error: no frame, no
/// code, not only the end of something.
bool tellsError(llvm::StringRef Line, llvm::StringRef Word, size_t End);

/// Calls \p Text for each line of each value, unescaped, of a JSON log line,
/// even a cut one; whether it is such a line.
bool readJsonLine(llvm::StringRef Line,
                  llvm::function_ref<void(llvm::StringRef)> Text);

} // namespace aoti_tidy

#endif
