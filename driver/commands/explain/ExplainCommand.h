// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_EXPLAINCOMMAND_H
#define AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_EXPLAINCOMMAND_H

#include "driver/commands/PageCommand.h"

namespace aoti_tidy {

/// 'aoti-tidy explain': the cause of a failure from its log. Exits with
/// Findings if nothing was recognised.
llvm::Expected<Page> explainPage(const Options &O);

} // namespace aoti_tidy

#endif
