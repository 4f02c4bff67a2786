// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_DESCRIBEINPUT_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_DESCRIBEINPUT_H

#include "checks/lib/package/RunRecord.h"
#include "checks/lib/tensor/TensorValue.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy {

/// Describes an input that is one of \p Ways. \p LineOf gives the line a
/// property comes from; 0 in another file than the run.
InputRecord describeInput(const TensorValues &Ways,
                          llvm::function_ref<unsigned(Place)> LineOf);

} // namespace aoti_tidy

#endif
