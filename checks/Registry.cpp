// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/Registry.h"
#include "checks/common/EmittedRules.h"
#include "llvm/ADT/StringSwitch.h"

// One declaration, or one row of a table, for the checks that have that front.
#define AOTI_NONE(ID, NAME)

namespace aoti_tidy {

#define AOTI_FRONT_Cxx AOTI_NONE
#define AOTI_FRONT_CxxPython AOTI_NONE
#define AOTI_FRONT_Python AOTI_NONE
#define AOTI_FRONT_Emitted AOTI_RULE

EmittedRule *emittedRule(llvm::StringRef Id) {
  return llvm::StringSwitch<EmittedRule *>(Id)
#define AOTI_RULE(ID, NAME) .Case(ID, &find##NAME)
#define AOTI_CHECK(ID, NAME, FRONTS, TIER, FIX, SINCE)                         \
  AOTI_FRONT_##FRONTS(ID, NAME)
#include "checks/Checks.def"
      .Default(nullptr);
}

#undef AOTI_FRONT_CxxPython
#undef AOTI_FRONT_Python
#undef AOTI_FRONT_Emitted
#define AOTI_FRONT_CxxPython AOTI_PYTHON
#define AOTI_FRONT_Python AOTI_PYTHON
#define AOTI_FRONT_Emitted AOTI_NONE

namespace python {

llvm::ArrayRef<Check> checks() {
  const auto WithId = [](llvm::StringRef Id, Check C) {
    C.Id = Id;
    return C;
  };
  static const Check Table[] = {
#define AOTI_PYTHON(ID, NAME) WithId(ID, NAME##Python),
#define AOTI_CHECK(ID, NAME, FRONTS, TIER, FIX, SINCE)                         \
  AOTI_FRONT_##FRONTS(ID, NAME)
#include "checks/Checks.def"
  };
  return Table;
}

} // namespace python
} // namespace aoti_tidy
