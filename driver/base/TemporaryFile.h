// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_TEMPORARYFILE_H
#define AOTI_TIDY_DRIVER_BASE_TEMPORARYFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

namespace aoti_tidy {

/// An empty temporary file, removed with the object or by a signal that ends the
/// process.
class TemporaryFile {
public:
  /// \p Name shows whose it is.
  explicit TemporaryFile(llvm::StringRef Name)
      : EC(llvm::sys::fs::createTemporaryFile(Name, "txt", Path)) {
    if (!EC)
      llvm::sys::RemoveFileOnSignal(Path);
  }
  ~TemporaryFile() {
    if (EC)
      return;
    (void)llvm::sys::fs::remove(Path);
    llvm::sys::DontRemoveFileOnSignal(Path);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  /// Why there is none.
  std::error_code error() const { return EC; }
  llvm::StringRef path() const { return Path; }

private:
  llvm::SmallString<128> Path;
  const std::error_code EC;
};

} // namespace aoti_tidy

#endif
