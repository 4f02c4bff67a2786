// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_PAGECOMMAND_H
#define AOTI_TIDY_DRIVER_COMMANDS_PAGECOMMAND_H

#include "driver/base/ExitCode.h"
#include "driver/base/Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy {

/// A command's output about the packages in its options.
struct Page {
  std::string Text;
  /// The parts that could not be read, a sentence each.
  std::vector<std::string> Unread;
  ExitCode Exit = ExitCode::Clean; ///< if nothing is Unread
};
using PageMaker = llvm::Expected<Page>(const Options &);

/// Prints a page, to -o FILE as a whole or to standard output. It is made where
/// a crash over a package is survived, and named. What could not be read is said,
/// and makes the exit code ParseErrors.
llvm::Expected<ExitCode> printPage(const Options &O,
                                   llvm::function_ref<PageMaker> Make);

} // namespace aoti_tidy

#endif
