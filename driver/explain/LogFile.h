// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_EXPLAIN_LOGFILE_H
#define AOTI_TIDY_DRIVER_EXPLAIN_LOGFILE_H

#include "checks/lib/log/LogReader.h"
#include "llvm/Support/Error.h"

namespace aoti_tidy {

/// Reads a log: a file, all files of a folder (TORCH_TRACE), "-", which is
/// standard input, or the text itself, which has spaces and is no file.
llvm::Expected<LogEvents> readLog(llvm::StringRef Path);

/// How a log is named to the user.
std::string logName(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
