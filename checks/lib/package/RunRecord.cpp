// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/host/RunRecord.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

namespace aoti_tidy {

unsigned RunRecord::known() const {
  if (Inputs)
    return llvm::count_if(*Inputs, std::mem_fn(&InputRecord::isKnown));
  return EachInput && EachInput->isKnown() ? all() : 0;
}

unsigned RunRecord::all() const {
  if (Inputs)
    return Inputs->size();
  return Takes.value_or(1);
}

} // namespace aoti_tidy
