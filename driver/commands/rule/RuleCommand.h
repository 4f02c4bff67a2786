// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_RULE_RULECOMMAND_H
#define AOTI_TIDY_DRIVER_COMMANDS_RULE_RULECOMMAND_H

#include "driver/base/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

/// 'aoti-tidy rule': the pages of the named checks, or the list of all.
llvm::Error runRule(const Options &O, llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
