// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_CHECKCOMMAND_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_CHECKCOMMAND_H

#include "driver/base/ExitCode.h"
#include "driver/base/FactsFile.h"
#include "driver/base/Options.h"

namespace aoti_tidy {

/// 'aoti-tidy check', the default: lints, reports, fixes.
///
/// \param Facts What the shards of this run have found, which is not looked for
///   again.
llvm::Expected<ExitCode> runCheck(const Options &O, llvm::StringRef Argv0,
                                  std::vector<FactsFile> Facts = {});

} // namespace aoti_tidy

#endif
