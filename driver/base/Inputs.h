// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_INPUTS_H
#define AOTI_TIDY_DRIVER_BASE_INPUTS_H

#include "driver/base/Options.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A folder or a file that was passed over, and why: "a CMake build folder".
struct LeftOut {
  std::string Path, Reason;
};

/// The files of a run. Paths are absolute and sorted, each is there once.
struct Inputs {
  std::vector<std::string> Files; ///< C++ and CUDA
  /// They are linted, and may define operators that the C++ files implement.
  std::vector<std::string> PythonFiles;
  /// Notebooks and Markdown files, whose Python is linted, and files that set
  /// the environment.
  std::vector<std::string> Documents;
  std::vector<std::string> Packages; ///< whose emitted code is linted
  /// One of the files: its path and its text, which is not read from the disk.
  std::optional<std::pair<std::string, std::string>> Stdin;
  /// Files seen in folders that no check is for.
  unsigned Skipped = 0;
  /// Folders that were passed over on purpose.
  std::vector<LeftOut> Folders;
  /// Files that could be linted, and were not: "ignored by git". Also those of
  /// no kind that is, if they were named.
  std::vector<LeftOut> LeftOutFiles;
  /// What the user should know of what was named, a line each.
  std::vector<std::string> Notices;
  /// What is in the folders and could not be looked at, a sentence each.
  std::vector<std::string> Unread;
};

/// "left out: 3 files (ignored by git), build (a CMake build folder)": of the
/// folders the first few; empty if there is nothing.
std::string leftOutText(const Inputs &In);

/// Why a file or folder with a placeholder in \p Path is not linted; null if it
/// has none. It is no source before somebody fills it in:
/// '{{cookiecutter.slug}}/model.py'.
const char *reasonOfTemplate(llvm::StringRef Path);

/// Expands the files and folders of the command line, as walkFolder() does.
/// What is neither C++ nor Python is passed over. Fails if a path does not exist
/// or cannot be read, if a configuration is not understood, or if there is
/// nothing to lint.
llvm::Expected<Inputs> collectInputs(const Options &O);

/// The folders in which what belongs to the linted files as a whole is looked
/// for, the nearest first: from each path of the command line up to the root of
/// its repository.
std::vector<std::string> projectsOf(const Options &O);

bool isPythonFile(llvm::StringRef Path);
bool isNotebookFile(llvm::StringRef Path);
bool isMarkdownFile(llvm::StringRef Path);

/// Whether a file is C++ (or CUDA), by its extension, else by its text.
bool isCxxFile(llvm::StringRef Path);
bool isCudaFile(llvm::StringRef Path);
bool isHeaderFile(llvm::StringRef Path);
/// What a folder's files are linted as, by the extension: sources. Headers are
/// linted with the files that include them.
bool isCxxSource(llvm::StringRef Path);

/// Why a folder holds no sources of the user's own; null if it may.
const char *reasonToLeaveOut(llvm::StringRef Folder);
/// What a version control keeps, and caches of compiled Python: nobody would
/// look for sources there.
bool holdsNoSources(llvm::StringRef Folder);

} // namespace aoti_tidy

#endif
