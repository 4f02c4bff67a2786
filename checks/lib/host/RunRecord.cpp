// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/host/RunRecord.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

unsigned RunRecord::known() const {
  return Inputs ? llvm::count_if(*Inputs,
                                 [](const InputRecord &I) {
                                   return !I.Device.Text.empty() &&
                                          !I.Type.Text.empty();
                                 })
                : 0;
}

unsigned RunRecord::all() const {
  if (Inputs)
    return Inputs->size();
  return Takes.value_or(1);
}

} // namespace aoti_tidy
