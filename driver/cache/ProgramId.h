// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CACHE_PROGRAMID_H
#define AOTI_TIDY_DRIVER_CACHE_PROGRAMID_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// What the linker put into this program to tell it from every other build;
/// empty if it did not.
llvm::StringRef programId();

} // namespace aoti_tidy

#endif
