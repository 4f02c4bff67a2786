// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_INCLUDEGRAPH_H
#define AOTI_TIDY_DRIVER_CXX_INCLUDEGRAPH_H

#include "driver/base/RepositoryFiles.h"
#include "driver/cxx/IncludeDirectives.h"
#include "driver/cxx/SourceFlags.h"
#include <memory>
#include <optional>

namespace aoti_tidy {

/// A source or header, read for its words only.
class SourceFile {
public:
  /// \param IsOnDisk It can be read again.
  SourceFile(std::unique_ptr<llvm::MemoryBuffer> Text, bool IsOnDisk);

  /// If it was released, it is read again.
  llvm::StringRef text() const;
  /// Frees the text until it is asked for again: the sources of a large repository
  /// do not fit into memory together.
  void release() const;

private:
  friend class IncludeGraph;

  mutable std::unique_ptr<llvm::MemoryBuffer> Text; ///< null: released
  std::string Path; ///< empty if it is not on the disk
  IncludeDirectives Includes;
};

/// Which files a file includes, without a preprocessor: every #include counts,
/// whatever #if it is in, and every file that an include path may mean. Torch's
/// and CUDA's headers, and those in the compiler's own folders, are left out.
class IncludeGraph {
public:
  /// \p Repository is where headers are that no include path leads to. It must
  /// outlive this.
  explicit IncludeGraph(const RepositoryFiles &Repository)
      : Repository(Repository) {}

  /// Visits \p File, which has \p OwnText if it is not on the disk, and what it
  /// includes when it is compiled with \p Flags in \p Directory. Whether these
  /// are all.
  bool visit(const std::string &File, const SourceFlags &Flags,
             llvm::StringRef Directory, std::optional<llvm::StringRef> OwnText,
             llvm::function_ref<void(const SourceFile &)> Visit);

  /// Nothing if the file cannot be read.
  std::optional<llvm::StringRef> textOf(const std::string &File,
                                        std::optional<llvm::StringRef> OwnText);

private:
  using Include = IncludeDirectives::Directive;
  /// The folders of headers, without links.
  std::vector<std::string> searchPath(const std::string &File,
                                      const SourceFlags &Flags,
                                      llvm::StringRef Directory);
  /// \p Folder without links and dots; empty if it is not there. Above a folder
  /// that a link leads to is not where the link is.
  const std::string &realFolder(llvm::StringRef Folder);
  /// \p Name in \p Folder, in a folder without links; empty if that is not
  /// there. The name itself may be a link: what it includes is looked for beside
  /// the link.
  std::string pathOf(llvm::StringRef Name, llvm::StringRef Folder);
  const SourceFile *read(const std::string &File,
                         std::optional<llvm::StringRef> OwnText = {});
  std::vector<std::string> find(const Include &I, llvm::StringRef From,
                                llvm::StringRef Unit,
                                llvm::ArrayRef<std::string> Folders);
  bool isFile(llvm::StringRef Path);

  const RepositoryFiles &Repository;
  llvm::StringMap<std::unique_ptr<SourceFile>> Files; ///< null: unreadable
  llvm::StringMap<bool> Exists, IsVendor;
  llvm::StringMap<std::string> RealFolders;
};

} // namespace aoti_tidy

#endif
