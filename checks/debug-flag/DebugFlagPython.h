// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of aoti-debug-flag on Python share.
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_DEBUGFLAGPYTHON_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_DEBUGFLAGPYTHON_H

#include "checks/debug-flag/EnvironSets.h"
#include "checks/lib/torch/EnvFlags.h"

namespace aoti_tidy::python {

/// "'false'" or "the empty string"
std::string valueInWords(llvm::StringRef Value);

/// A value that does not do what it says.
std::optional<Finding> flagValueFinding(const File &F, const EnvironSet &Set,
                                        const EnvFlag &Flag);

/// AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT at a level that has no filter.
std::optional<Finding> unusedFilter(const EnvironSet &Filter,
                                    llvm::ArrayRef<EnvironSet> All,
                                    const File &F);

/// TORCH_LOGS with a name that torch does not know.
std::optional<Finding> logNamesFinding(const File &F, const EnvironSet &Set);

} // namespace aoti_tidy::python

#endif
