// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_PLAINFILES_H
#define AOTI_TIDY_DRIVER_BASE_PLAINFILES_H

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {

/// No configuration that somebody has written is larger, in bytes.
inline constexpr uint64_t MaxConfigSize = 16 << 20;
/// Nor is any source, compilation database, baseline or list.
inline constexpr uint64_t MaxPlainSize = 256 << 20;
/// Of a package, whose readers have bounds of their own.
inline constexpr uint64_t AnySize = ~uint64_t(0);

/// Reads the whole of a file that a repository may have, at once: of a device, a
/// pipe or a socket, or of a file that is larger than \p MaxSize, there is an
/// error that says so. Links are followed. The text does not change when the file
/// does.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readPlainFile(llvm::StringRef Path, uint64_t MaxSize = MaxPlainSize);

/// \p Of, or the disk, without what readPlainFile() does not read.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
plainFiles(uint64_t MaxSize = MaxPlainSize,
           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Of =
               llvm::vfs::getRealFileSystem());

} // namespace aoti_tidy

#endif
