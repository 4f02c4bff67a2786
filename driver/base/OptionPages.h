// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_OPTIONPAGES_H
#define AOTI_TIDY_DRIVER_BASE_OPTIONPAGES_H

#include "driver/base/Options.h"

namespace aoti_tidy {

/// The help of --help and 'help', which are all made of Options.td: of one
/// command, of all, or both where none was named.
llvm::Expected<std::string> helpPage(const Options &O);

/// The output of 'completion': a script for bash, zsh or fish, or the manual page.
llvm::Expected<std::string> completionPage(const Options &O);

} // namespace aoti_tidy

#endif
