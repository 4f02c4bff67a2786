// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGEPLACES_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGEPLACES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// Where the package at \p Path, as a source in \p Folder writes it, may be: no
/// source says where the program is started.
llvm::SmallVector<std::string, 4>
packagePlaces(llvm::StringRef Path, std::optional<llvm::StringRef> Folder,
              llvm::vfs::FileSystem &FS);

} // namespace aoti_tidy

#endif
