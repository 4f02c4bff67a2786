// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_LOGGEDFILES_H
#define AOTI_TIDY_DRIVER_BASE_LOGGEDFILES_H

#include "driver/base/InputLog.h"

namespace aoti_tidy {

/// A file system that records in an InputLog what it is asked for.
class LoggedFiles : public llvm::vfs::ProxyFileSystem {
public:
  /// \p Log must outlive this.
  LoggedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Of, InputLog &Log)
      : ProxyFileSystem(std::move(Of)), Log(Log) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Folder,
                                          std::error_code &EC) override;
  std::error_code getRealPath(const llvm::Twine &Path,
                              llvm::SmallVectorImpl<char> &Real) override;
  bool exists(const llvm::Twine &Path) override { return !!status(Path); }

protected:
  /// Absolute; a '..' after a link stays.
  std::string absolute(const llvm::Twine &Path) const;
  InputLog &Log;

private:
  class LoggedFile;
  /// A file that is there and cannot be read may be readable later.
  void giveUpIfThere(const llvm::Twine &Path);
};

} // namespace aoti_tidy

#endif
