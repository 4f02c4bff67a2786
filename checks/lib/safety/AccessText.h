// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_ACCESSTEXT_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_ACCESSTEXT_H

#include "checks/lib/safety/IndexSafety.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy {

/// Without the part after '#', which makes names unique.
std::string inCode(llvm::StringRef Name);

/// Whether an input's size is to blame.
bool isBySize(const UnsafeAccess &U);

/// The number that \p Index, which \p In reads, is; "NaN" for what one is
/// converted to.
std::string contentsText(const Kernel &In, llvm::StringRef Index,
                         int64_t Number);

/// "'in_ptr0[-1 + ks0]' reads element -1 of input 0, which has 0, if input 0
/// ('history') has shape [4, 0]"
std::string accessText(const EmittedModel &Model, const UnsafeAccess &U,
                       llvm::function_ref<std::string(size_t)> InputText);

/// The same without the code.
std::string outcomeText(const EmittedModel &Model, const UnsafeAccess &U,
                        llvm::function_ref<std::string(size_t)> InputText);

/// Triton's kernels, in comments, run on the device.
bool isHostCode(const EmittedModel &Model, const Kernel &K);

/// "reads element -1", "writes elements 8 to 15"
std::string verb(const UnsafeAccess &U);

/// "input 0", "'buf2'"
std::string memoryText(const UnsafeAccess &U);

} // namespace aoti_tidy

#endif
