// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_SOURCEFLAGS_H
#define AOTI_TIDY_DRIVER_CXX_SOURCEFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// The flags that add to the text of a source.
struct SourceFlags {
  std::vector<std::string> Folders;  ///< where headers are, as written
  std::vector<std::string> Included; ///< headers, before the first line
  std::vector<std::string> Macros;   ///< NAME, or NAME=TEXT
  /// Nothing else does. False where a flag says in another way where headers
  /// are: by a prefix, below a sysroot, in an overlay.
  bool IsWhole = true;
};

/// Reads \p Args, a result of fitForClang(), with Clang's own table of options, so
/// that every spelling of an option counts.
SourceFlags sourceFlags(llvm::ArrayRef<std::string> Args);

} // namespace aoti_tidy

#endif
