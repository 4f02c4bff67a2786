// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_PRECOMPILEDINPUTS_H
#define AOTI_TIDY_DRIVER_CXX_PRECOMPILEDINPUTS_H

#include "driver/base/InputLog.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <set>

namespace aoti_tidy {

/// A file that precompiled headers were made of.
struct PrecompiledInput {
  std::string Path;
  uint64_t Size = 0, Modified = 0, Changed = 0, Inode = 0, Device = 0;
  TextHash Hash;
  std::string RealName; ///< the path without links
};

/// The inputs of precompiled headers.
struct PrecompiledInputs {
  std::vector<PrecompiledInput> Files;
  std::vector<std::string>
      Missing; ///< paths where a file would have been taken
  /// As they are included, or asked for by __has_include; of some there was no
  /// file.
  std::vector<std::string> Names, NamesNotFound;
  /// Hashes of all words that the preprocessor has seen, sorted.
  std::vector<uint32_t> Words;

  static uint32_t hashOfWord(llvm::StringRef Word);
  bool hasWord(llvm::StringRef Word) const;

  /// True if each file has the text it had, names of one file still are names of
  /// one, and missing files are still missing. A file with the same size and times
  /// is not read: writing to it would set the time of its change, which nobody can
  /// set back. \p Ids gets the files.
  bool areUnchanged(std::set<llvm::sys::fs::UniqueID> &Ids) const;
};

/// Whether one of \p Names would be found in \p Folder.
bool hasAnyOf(llvm::StringRef Folder, llvm::ArrayRef<std::string> Names);

/// Where none of \p Names is in \p Folder, the paths that must stay missing for
/// that: of 'ATen/ops/add.h', 'ATen' in the folder, if that is not there.
std::vector<std::string> namesToLookFor(llvm::StringRef Folder,
                                        llvm::ArrayRef<std::string> Names);

/// Notes which files a parse reads, and which it does not find.
class InputRecorder : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// The files, with the texts that were read of them, and what was missing.
  /// Nothing if one is not on the disk. \p Begin is when the parse began, in
  /// nanoseconds since 1970.
  std::optional<PrecompiledInputs> take(uint64_t Begin);

private:
  std::string absolute(const llvm::Twine &Path) const;

  /// Which file each path led to.
  std::map<std::string, llvm::sys::fs::UniqueID> Opened;
  std::set<std::string> Missing;
};

} // namespace aoti_tidy

#endif
