// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_PRECOMPILEDINPUTS_H
#define AOTI_TIDY_DRIVER_CXX_PRECOMPILEDINPUTS_H

#include "driver/base/LoggedFiles.h"
#include <set>

namespace aoti_tidy {

/// The inputs of precompiled headers.
struct PrecompiledInputs {
  /// The files, and paths where a file would have been taken.
  std::vector<Input> Files;
  /// As they are included, or asked for by __has_include; of some there was no
  /// file.
  std::vector<std::string> Names, NamesNotFound;
  /// Hashes of all words that the preprocessor has seen, sorted.
  std::vector<uint32_t> Words;

  static uint32_t hashOfWord(llvm::StringRef Word);
  bool hasWord(llvm::StringRef Word) const;

  /// Whether the disk is as it was. \p Ids gets the files.
  bool areUnchanged(std::set<llvm::sys::fs::UniqueID> &Ids);
};

/// Whether one of \p Names would be found in \p Folder.
bool hasAnyOf(llvm::StringRef Folder, llvm::ArrayRef<std::string> Names);

/// Where none of \p Names is in \p Folder, the paths that must stay missing for
/// that: of 'ATen/ops/add.h', 'ATen' in the folder, if that is not there.
std::vector<std::string> namesToLookFor(llvm::StringRef Folder,
                                        llvm::ArrayRef<std::string> Names);

/// Notes which files a parse reads, and which it does not find. What stands in for
/// headers is the program's own, and in the key of what is made of them.
class HeaderInputs : public LoggedFiles {
public:
  using LoggedFiles::LoggedFiles;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
};

} // namespace aoti_tidy

#endif
