// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_ARCHIVE_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_ARCHIVE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti_tidy {

inline constexpr const char *NoFileNorFolder = "is neither a file nor a folder";

/// The files of a .pt2 (a zip), of the folder it was unpacked to, or of a log
/// (LogArchive). Safe with untrusted files: sizes are bounded before reading,
/// and nothing is written.
class Archive {
public:
  virtual ~Archive() = default;

  static llvm::Expected<std::unique_ptr<Archive>>
  open(llvm::StringRef Path, llvm::vfs::FileSystem &FS);

  /// The same for a .pt2 in memory, which \p Zip must outlive; \p Path is for
  /// messages.
  static llvm::Expected<std::unique_ptr<Archive>>
  openZip(llvm::MemoryBufferRef Zip, llvm::StringRef Path);

  /// Paths inside the package, with '/'. Not always UTF-8; '../' is just a
  /// name.
  const std::vector<std::string> &names() const { return Names; }
  virtual bool isLog() const { return false; }

  /// The recorded size of file \p Index in bytes; 0 if there is none.
  virtual uint64_t size(size_t Index) const = 0;

  /// The content of file \p Index, of at most \p MaxSize bytes.
  virtual llvm::Expected<std::string> read(size_t Index, uint64_t MaxSize) = 0;

protected:
  explicit Archive(llvm::StringRef Path) : Path(Path) {}

  /// "'m.pt2': 'data/x.json' is encrypted"
  llvm::Error error(size_t Index, llvm::StringRef Problem) const;

  std::string Path;
  std::vector<std::string> Names;
};

/// A path that may come from a stranger, as a message can show it.
std::string quotedName(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
