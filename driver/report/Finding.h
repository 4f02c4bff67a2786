// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_FINDING_H
#define AOTI_TIDY_DRIVER_REPORT_FINDING_H

#include "checks/lib/finding/Finding.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>
#include <vector>

namespace aoti_tidy {

/// The files that findings are in, read once.
class SourceTexts {
public:
  /// The text of a file, empty if it cannot be read.
  llvm::StringRef of(llvm::StringRef File);
  /// The text of a file that is read anew, unless it was added.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  open(llvm::StringRef File) const;
  Location locate(llvm::StringRef File, unsigned Offset);
  Location locateLine(llvm::StringRef File, unsigned Line, unsigned Column);
  /// Gives a file its text that is not to be read from the disk: one in a
  /// package, standard input.
  void add(llvm::StringRef File, llvm::StringRef Text);
  /// The machine's files, and those that were added.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem() const;
  /// The name by which a file was asked for first, whatever link led to it now.
  std::string nameOf(llvm::StringRef File);

  /// The text of the line that has the byte, without its end.
  llvm::StringRef lineAt(llvm::StringRef File, unsigned Offset);

private:
  /// Where lines begin: as Clang counts them, which end with \n, \r\n or \r,
  /// and as the others do, with \n.
  struct Lines {
    std::vector<unsigned> OfClang, OfFeeds;
  };
  const Lines &linesOf(llvm::StringRef File);

  std::map<llvm::sys::fs::UniqueID, std::string> Names;
  std::vector<std::string> Added;
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  llvm::StringMap<Lines> Begins;
};

/// Sorts by place and drops what several files report of a header they share.
void sortAndUnique(std::vector<Finding> &Findings);

/// Gives each finding a name that survives edits elsewhere in the file: check,
/// file, the text of its line, and its rank among equals. \p Findings are
/// sorted.
void setFingerprints(std::vector<Finding> &Findings, SourceTexts &Texts);

/// Absolute.
std::string workingDirectory();

/// \p File as reports show it: relative to the repository that the working
/// directory is in, if it is in there.
std::string displayPath(llvm::StringRef File, llvm::StringRef Root);

/// The folder above \p Dir that has a .git, else \p Dir.
std::string repositoryRoot(llvm::StringRef Dir);

} // namespace aoti_tidy

#endif
