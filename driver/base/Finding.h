// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_FINDING_H
#define AOTI_TIDY_DRIVER_BASE_FINDING_H

#include "checks/lib/finding/Finding.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// The texts of the files that findings are in. A text that was linted is kept as it
/// was: findings and fixes have their places in it.
class SourceTexts {
public:
  /// The text of a file, empty if it cannot be read.
  llvm::StringRef of(llvm::StringRef File);
  /// The text that was linted. Nothing if no front has given it, or if two have read
  /// different ones.
  std::optional<llvm::StringRef> linted(llvm::StringRef File) const;
  /// The text of a file that is read anew, unless it was given.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  open(llvm::StringRef File) const;
  Location locate(llvm::StringRef File, unsigned Offset);
  Location locateLine(llvm::StringRef File, unsigned Line, unsigned Column);
  /// Where a line begins, as locate() counts them.
  Location lineStart(llvm::StringRef File, unsigned Line);
  /// Gives a file its text, which is not on the disk: in a package, standard input.
  void add(llvm::StringRef File, llvm::StringRef Text);
  /// Gives a file the text that a front has linted.
  void addLinted(llvm::StringRef File,
                 std::unique_ptr<llvm::MemoryBuffer> Text);
  /// The machine's files, with the texts that are kept here.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem() const;
  /// The name by which a file was asked for first, whatever link led to it now.
  std::string nameOf(llvm::StringRef File);

  /// The text of the line that has the byte, without its end.
  llvm::StringRef lineAt(llvm::StringRef File, unsigned Offset);

private:
  struct Entry {
    std::unique_ptr<llvm::MemoryBuffer> Text; ///< null: it cannot be read
    bool IsLinted = false, HasChanged = false;
  };
  /// Where lines begin: as Clang counts them, which end with \n, \r\n or \r,
  /// and as the others do, with \n.
  struct Lines {
    std::vector<unsigned> OfClang, OfFeeds;
  };
  const Lines &linesOf(llvm::StringRef File);

  std::map<llvm::sys::fs::UniqueID, std::string> Names;
  llvm::StringMap<Entry> Entries;
  llvm::StringMap<Lines> Begins;
};

/// "info", "warning", "error"
llvm::StringRef name(Severity S);

/// Sorts by place and drops what several files report of a header they share.
void sortAndUnique(std::vector<Finding> &Findings);

/// Names each finding by check, file, the text of its line and what is underlined,
/// without blanks, and its rank among equals: "5f1c3a9d0b7e2846",
/// "5f1c3a9d0b7e2846-2". \p Findings are sorted.
void setFingerprints(std::vector<Finding> &Findings, SourceTexts &Texts);

/// Absolute.
std::string workingDirectory();

/// \p Path from the working directory, or from \p Base, without dots. An existing
/// working directory is what a run begins with.
std::string absolutePath(llvm::StringRef Path);
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Base);

/// Whether \p Path is \p Folder, or in it; both are absolute.
bool isInFolder(llvm::StringRef Path, llvm::StringRef Folder);

/// \p File relative to \p Root, if it is in there.
std::string displayPath(llvm::StringRef File, llvm::StringRef Root);

/// The same as people read it: of code in a package 'm.pt2: kernel.cpp', without the
/// folders that all packages have and the hash that names the file.
std::string shownPath(llvm::StringRef File, llvm::StringRef Root);
/// A place in a package, whose file no viewer opens: "kernel.cpp:15". Empty for one
/// in a file.
std::string placeInPackage(const Location &Where);

/// The folder above \p Dir that has a .git, else \p Dir.
std::string repositoryRoot(llvm::StringRef Dir);

/// The file that \p Path is in: of 'm.pt2!m/data/x.cpp', the package.
llvm::StringRef fileOnDisk(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
