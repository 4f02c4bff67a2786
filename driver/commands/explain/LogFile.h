// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_LOGFILE_H
#define AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_LOGFILE_H

#include "checks/lib/log/LogReader.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace aoti_tidy {

/// Reads a log: a file, all files of a folder and the folders in it
/// (TORCH_TRACE, torchrun's --log-dir), "-", which is standard input, or the text
/// itself, which has spaces and is no file. What of a folder cannot be read is
/// added to \p Unread, a sentence each.
llvm::Expected<LogEvents> readLog(llvm::StringRef Path,
                                  std::vector<std::string> &Unread);

/// The files that readLog() reads.
llvm::Expected<std::vector<std::string>> filesOfLog(llvm::StringRef Path);

/// How a log is named to the user.
std::string logName(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
