// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_EMITTEDRULES_H
#define AOTI_TIDY_CHECKS_COMMON_EMITTEDRULES_H

#include "checks/common/EmittedContext.h"

// findName() of each check of emitted code, by Checks.def.
#define AOTI_NONE(NAME)
#define AOTI_RULE(NAME) EmittedRule find##NAME;
#define AOTI_RULE_OF_Cxx AOTI_NONE
#define AOTI_RULE_OF_CxxPython AOTI_NONE
#define AOTI_RULE_OF_Python AOTI_NONE
#define AOTI_RULE_OF_Emitted AOTI_RULE
#define AOTI_CHECK(ID, NAME, FRONTS, TIER, FIX, SINCE)                         \
  AOTI_RULE_OF_##FRONTS(NAME)

namespace aoti_tidy {
#include "checks/Checks.def"
} // namespace aoti_tidy

#undef AOTI_NONE
#undef AOTI_RULE

#endif
