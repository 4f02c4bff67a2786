// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_REQUIREMENT_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_REQUIREMENT_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// "2.13.0+cpu" of a requirement as pip takes it, 'torch==2.13.0+cpu ; ...'. Empty
/// if it pins no torch: 'torchvision==0.28.0', 'torch>=2.6'.
llvm::StringRef pinnedTorch(llvm::StringRef Requirement);

} // namespace aoti_tidy

#endif
