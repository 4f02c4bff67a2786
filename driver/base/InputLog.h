// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_INPUTLOG_H
#define AOTI_TIDY_DRIVER_BASE_INPUTLOG_H

#include "driver/base/Record.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {

/// A text's hash, 128 bits.
struct TextHash {
  uint64_t Low = 0, High = 0;
  bool operator==(const TextHash &) const = default;

  static TextHash of(llvm::StringRef Text);
  std::string hex() const;
};

/// The state of a file as its file system records it.
struct FileStamp {
  uint64_t Device = 0, Inode = 0, Size = 0;
  int64_t Modified = 0, Changed = 0; ///< nanoseconds
  bool operator==(const FileStamp &) const = default;
};

/// One answer of the disk that a result was made of.
struct Input {
  enum class Kind : uint8_t {
    Missing,
    File,     ///< there, not read: its type and size may have been asked for
    Folder,   ///< there
    Text,     ///< read: Hash is of its bytes
    Large,    ///< read: only Stamp tells whether it is the same
    Names,    ///< a folder that was listed: Hash is of names and types, sorted
    RealPath, ///< Hash is of the path without links
  };

  std::string Path; ///< absolute
  Kind Is = Kind::Missing;
  TextHash Hash = {};
  /// For files: the position in the list of the first path to the same file.
  uint32_t SameAs = 0;
  /// For contents that were read, where the disk's bookkeeping tells a later change.
  std::optional<FileStamp> Stamp = {};
  std::string RealName = {}; ///< of what was read: the path without links
  uint64_t Size = 0;         ///< of files
  bool IsRegular = true;     ///< of File: no pipe or device

  bool isRead() const { return Is == Kind::Text || Is == Kind::Large; }
};

/// An entry of a folder with its type, for noteNames().
std::string listedName(llvm::StringRef Path, llvm::sys::fs::file_type Type);

/// Records what a piece of work asks the disk.
class InputLog {
public:
  /// \p Path is absolute.
  void noteStatus(llvm::StringRef Path,
                  const llvm::ErrorOr<llvm::vfs::Status> &Status);
  /// \p Of is the open file; the path may lead to another one later.
  void noteText(llvm::StringRef Path, llvm::StringRef Text,
                llvm::StringRef RealName, llvm::sys::fs::UniqueID Of);
  /// \p Names are listedName().
  void noteNames(llvm::StringRef Folder, std::vector<std::string> Names);
  void noteRealPath(llvm::StringRef Path, llvm::StringRef Real);
  /// Something was used that was made of \p Of earlier: they count as read now.
  void noteReuse(llvm::ArrayRef<Input> Of);
  /// The disk said something that cannot be asked again.
  void giveUp() { IsComplete = false; }

  /// All that was noted since \p Start, sorted; nothing if some of it is unknown or
  /// has changed.
  std::optional<std::vector<Input>> inputs(llvm::sys::TimePoint<> Start) const;

private:
  void note(llvm::StringRef Path, Input I);

  llvm::StringMap<Input> Places, Listings, RealPaths;
  llvm::StringMap<llvm::sys::fs::UniqueID> Opened; ///< of what was read
  std::vector<std::vector<Input>> Reused;
  bool IsComplete = true;
};

/// The disk as a run sees it: each path is asked once.
class DiskNow {
public:
  DiskNow() : Start(std::chrono::system_clock::now()) {}

  /// Whether all of \p Inputs are as they were. Updates the stamps of those that had
  /// to be read for it, and sets \p HasNewStamps then.
  bool has(std::vector<Input> &Inputs, bool &HasNewStamps);

  /// The file at \p Path; nothing if there is none.
  std::optional<llvm::sys::fs::UniqueID> idOf(llvm::StringRef Path);

  struct Form {
    Input::Kind Is = Input::Kind::Missing;
    FileStamp Stamp = {};
    bool IsRegular = true;
  };
  /// What is at \p Path, but for its contents.
  const Form &formOf(llvm::StringRef Path);

private:
  struct Place : Form {
    std::optional<TextHash> Text = {}, Names = {}, RealPath = {};
  };
  Place &at(llvm::StringRef Path);
  const TextHash &textOf(llvm::StringRef Path, Place &P);

  const llvm::sys::TimePoint<> Start;
  llvm::StringMap<Place> Places;
};

} // namespace aoti_tidy

#endif
