// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_PLAINFILES_H
#define AOTI_TIDY_DRIVER_BASE_PLAINFILES_H

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>
#include <vector>

namespace aoti_tidy {

/// No configuration that somebody has written is larger, in bytes.
inline constexpr uint64_t MaxConfigSize = 16 << 20;
/// Nor is any source, compilation database, baseline or list.
inline constexpr uint64_t MaxPlainSize = 256 << 20;
/// For packages, whose readers have bounds of their own.
inline constexpr uint64_t AnySize = ~uint64_t(0);

/// Texts that an editor has of files and has not saved: they are read instead of
/// what is on the disk. Filled before a run reads anything.
std::map<llvm::sys::fs::UniqueID, std::string> &unsavedTexts();

/// Reads a whole file; fails for a device, a pipe or a socket, and for a file larger
/// than \p MaxSize. Links are followed. Later changes of the file do not show.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readPlainFile(llvm::StringRef Path, uint64_t MaxSize = MaxPlainSize);

/// Reads up to \p Size bytes of the beginning of a file; empty if it cannot.
std::string readBeginning(llvm::StringRef Path, size_t Size);

/// The paths of what is in a folder; none if it cannot, or may not, be listed.
std::vector<std::string> entriesOf(llvm::StringRef Folder);

/// Whether a folder has a '.git' that may be looked at.
bool isRepository(llvm::StringRef Folder);

/// \p Of, or the disk, with the files that readPlainFile() reads. Both report to
/// RunReads.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
plainFiles(uint64_t MaxSize = MaxPlainSize,
           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Of =
               llvm::vfs::getRealFileSystem());

} // namespace aoti_tidy

#endif
