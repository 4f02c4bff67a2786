// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_STANDARDHEADERS_H
#define AOTI_TIDY_DRIVER_CXX_STANDARDHEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// Flags for the C++ and C standard headers that a wheel brings along, libc++'s
/// and musl's, which lie beside \p ResourceDir. A machine where pip is all there
/// is has no compiler, and so no '<vector>'. Empty where Clang finds headers of
/// the machine, and where none were brought.
std::vector<std::string> standInStandardHeaders(llvm::StringRef ResourceDir);

/// Whether \p Args say themselves where the standard headers are, or that there
/// are none.
bool chooseStandardHeaders(llvm::ArrayRef<std::string> Args);

} // namespace aoti_tidy

#endif
