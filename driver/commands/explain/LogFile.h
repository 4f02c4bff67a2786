// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_LOGFILE_H
#define AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_LOGFILE_H

#include "checks/lib/log/LogReader.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace aoti_tidy {

/// Reads a log: a file, a folder (TORCH_TRACE, torchrun's --log-dir), "-" for
/// standard input, or a text with spaces. \p Unread gets what cannot be read in
/// a folder, a sentence each.
llvm::Expected<LogEvents> readLog(llvm::StringRef Path,
                                  std::vector<std::string> &Unread);

llvm::Expected<std::vector<std::string>> filesOfLog(llvm::StringRef Path);

std::string logName(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
