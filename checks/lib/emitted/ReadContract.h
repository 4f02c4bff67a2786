// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_READCONTRACT_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_READCONTRACT_H

#include "checks/lib/package/Contract.h"

namespace aoti_tidy {

/// Reads a .pt2, an unpacked package, a .so or a wrapper's .cpp, whichever it
/// is by content. Errors are one sentence with the path in it.
llvm::Expected<Contract> readContract(llvm::StringRef Path,
                                      llvm::vfs::FileSystem &FS);
/// The same; fails where only a part of a model's source is there, of which a
/// comparison would be wrong.
llvm::Expected<Contract> readWholeContract(llvm::StringRef Path,
                                           llvm::vfs::FileSystem &FS);
/// \p Path is for messages.
llvm::Expected<Contract> readContract(Archive &Package, llvm::StringRef Path);

} // namespace aoti_tidy

#endif
