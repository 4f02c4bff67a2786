// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_ARCHIVE_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_ARCHIVE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti_tidy {

/// Said of a pipe, or a device.
inline constexpr const char *NoFileNorFolder = "is neither a file nor a folder";

/// The files of a package: of a .pt2, which is a zip file, of the folder it was
/// unpacked to, or what a log has of them (LogArchive). To be trusted with a file from anywhere: what is read is
/// bounded before it is read, and nothing is ever written.
class Archive {
public:
  virtual ~Archive() = default;

  static llvm::Expected<std::unique_ptr<Archive>>
  open(llvm::StringRef Path, llvm::vfs::FileSystem &FS);

  /// The same for a .pt2 in memory, which \p Zip must outlive. \p Path is for
  /// messages.
  static llvm::Expected<std::unique_ptr<Archive>>
  openZip(llvm::MemoryBufferRef Zip, llvm::StringRef Path);

  /// Paths inside the package, with '/'. Bytes: not always UTF-8, and '../' is
  /// just a name.
  const std::vector<std::string> &names() const { return Names; }
  /// What torch has logged of them; there is nothing but code then.
  virtual bool isLog() const { return false; }

  /// What the file names()[Index] is said to have, in bytes; 0 if nothing is
  /// said.
  virtual uint64_t size(size_t Index) const = 0;

  /// The content of the file names()[Index], of at most \p MaxSize bytes.
  virtual llvm::Expected<std::string> read(size_t Index, uint64_t MaxSize) = 0;

protected:
  explicit Archive(llvm::StringRef Path) : Path(Path) {}

  /// "'m.pt2': 'data/x.json' is encrypted"
  llvm::Error error(size_t Index, llvm::StringRef Problem) const;

  std::string Path;
  std::vector<std::string> Names;
};

/// The path of a package or in one, as a message can show it: \p Name may come
/// from a stranger.
std::string quotedName(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
