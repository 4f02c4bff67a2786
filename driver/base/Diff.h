// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_DIFF_H
#define AOTI_TIDY_DRIVER_BASE_DIFF_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>

namespace aoti_tidy {

/// A unified diff, as 'patch -p1' and 'git apply' read it; empty if the texts
/// are equal. \p File is the path to show.
std::string unifiedDiff(llvm::StringRef File, llvm::StringRef Before,
                        llvm::StringRef After);

/// The place of lines [first, last], counted from 1, after the change.
std::pair<unsigned, unsigned> linesAfter(std::pair<unsigned, unsigned> Lines,
                                         llvm::StringRef Before,
                                         llvm::StringRef After);

} // namespace aoti_tidy

#endif
