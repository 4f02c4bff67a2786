// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/Registry.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {

EmittedRule *emittedRule(llvm::StringRef Id) {
  return llvm::StringSwitch<EmittedRule *>(Id)
#define AOTI_EMITTED(ID, NAME) .Case(ID, &find##NAME)
#include "checks/Checks.def"
      .Default(nullptr);
}

llvm::ArrayRef<python::Check> python::checks() {
  const auto WithId = [](llvm::StringRef Id, Check C) {
    C.Id = Id;
    return C;
  };
  static const Check Table[] = {
#define AOTI_PYTHON(ID, NAME) WithId(ID, NAME##Python),
#include "checks/Checks.def"
  };
  return Table;
}

} // namespace aoti_tidy
