// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CACHE_PROGRAMID_H
#define AOTI_TIDY_DRIVER_CACHE_PROGRAMID_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// The linker's id of this build; empty if the program has none.
llvm::StringRef programId();

} // namespace aoti_tidy

#endif
