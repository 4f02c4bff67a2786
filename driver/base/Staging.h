// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_STAGING_H
#define AOTI_TIDY_DRIVER_BASE_STAGING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <chrono>

namespace aoti_tidy {

/// The failure that a file survives as soon as it has its name.
enum class Durability {
  PowerLoss,
  ProcessEnd, ///< nobody misses it
};

/// Writes \p Texts to a temporary file of ours in \p Folder, which gets its name
/// when it is complete. It is locked while its process lives. The error is the bare
/// reason.
llvm::Expected<llvm::sys::fs::TempFile>
stage(llvm::StringRef Folder, llvm::ArrayRef<llvm::StringRef> Texts,
      unsigned Mode, Durability Survives = Durability::PowerLoss);

/// Removes what stage() left in \p Folder in processes that were killed.
void removeLeftovers(llvm::StringRef Folder);

/// Locks an open file until it is closed. errc::operation_would_block: another
/// process had it for all of \p Patience.
std::error_code lockFile(int FD, std::chrono::milliseconds Patience);

/// Behind all links, as far as they lead to something.
std::string realPath(llvm::StringRef Path);

/// Writes and asks for the error: LLVM's streams end the process if nobody does.
std::error_code writeTo(llvm::raw_fd_ostream &OS, llvm::StringRef Text);

} // namespace aoti_tidy

#endif
