// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_SOURCESNAPSHOT_H
#define AOTI_TIDY_DRIVER_CXX_SOURCESNAPSHOT_H

#include "driver/base/InputLog.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>

namespace aoti_tidy {

/// Texts that stand for those of files on disk.
using ReplacedTexts = std::map<llvm::sys::fs::UniqueID, llvm::StringRef>;

/// \p Text without a 'NOLINT', and with every byte where it was.
std::string withoutSuppressions(llvm::StringRef Text);

/// The machine's files for one parse, each with one text from its first reading
/// on, which is kept: fixes are made in the text that was parsed, and somebody
/// may write to the file meanwhile. Must outlive the parse.
class SourceSnapshot : public llvm::vfs::ProxyFileSystem {
public:
  /// \param HidesSuppressions The parse sees no 'NOLINT'.
  /// \param Log If not null, is told of all that the disk is asked for.
  explicit SourceSnapshot(const ReplacedTexts &Replaced,
                          bool HidesSuppressions = false,
                          InputLog *Log = nullptr);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// Gives away the text that was read of a file, by its absolute path without
  /// dots; null if none was.
  std::unique_ptr<llvm::MemoryBuffer> take(llvm::StringRef Path);

  /// Files whose suppressions were hidden, with their texts as they are.
  const std::map<std::string, std::string> &unhidden() const {
    return Unhidden;
  }

private:
  class KeptFile;
  /// The text as the parse sees it.
  std::unique_ptr<llvm::MemoryBuffer>
  hide(llvm::StringRef Path, std::unique_ptr<llvm::MemoryBuffer> Text);
  llvm::vfs::Status replaced(const llvm::vfs::Status &OnDisk) const;
  /// The absolute path, without dots where that is the same file.
  std::string nameOf(llvm::StringRef Absolute,
                     const llvm::ErrorOr<llvm::vfs::Status> &Status);

  const ReplacedTexts &Replaced;
  const bool HidesSuppressions;
  std::map<std::string, std::string> Unhidden;
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> Read;
};

} // namespace aoti_tidy

#endif
