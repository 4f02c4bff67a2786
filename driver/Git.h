// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_GIT_H
#define AOTI_TIDY_DRIVER_GIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace aoti_tidy {

/// What git prints; the error is what it complains of, in one line. The
/// configuration of a stranger's repository may name programs: of those that
/// our commands could start, all but filters are turned off here.
llvm::Expected<std::string> git(llvm::ArrayRef<llvm::StringRef> Arguments,
                                llvm::StringRef Input = "");

/// The arguments with which git runs none of the filters that are configured
/// in \p Folder, and compares files as they are on the disk. Fails if one
/// cannot be turned off.
llvm::Expected<std::vector<std::string>>
gitWithoutFilters(llvm::StringRef Folder);

} // namespace aoti_tidy

#endif
