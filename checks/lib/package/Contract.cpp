// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Contract.h"

using llvm::StringRef;

namespace aoti_tidy {

const ModelContract *Contract::model(StringRef Name) const {
  const ModelContract *Result = nullptr;
  for (const ModelContract &M : Models) {
    if (M.Name == Name)
      Result = &M;
    // Before 2.13, torch also takes models whose names only begin with it.
    else if (StringRef(M.Name).starts_with(Name))
      return nullptr;
  }
  return Result;
}

} // namespace aoti_tidy
