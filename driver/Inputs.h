// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_INPUTS_H
#define AOTI_TIDY_DRIVER_INPUTS_H

#include "driver/Options.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A folder that was passed over, and why: "a CMake build folder".
struct LeftOut {
  std::string Folder, Reason;
};

/// The files of a run. Paths are absolute and sorted, each is there once.
struct Inputs {
  std::vector<std::string> Files; ///< C++ and CUDA
  /// They are linted, and may define operators that the C++ files implement.
  std::vector<std::string> PythonFiles;
  /// Notebooks and Markdown files, whose Python is linted.
  std::vector<std::string> Documents;
  std::vector<std::string> Packages; ///< whose emitted code is linted
  /// One of the files: its path and its text, which is not read from the disk.
  std::optional<std::pair<std::string, std::string>> Stdin;
  /// Files seen in folders that no check is for.
  unsigned Skipped = 0;
  /// Folders that were passed over on purpose.
  std::vector<LeftOut> Folders;
  /// What is in the folders and could not be looked at, a sentence each.
  std::vector<std::string> Unread;
};

/// "left out: build (a CMake build folder), .venv (a hidden folder)": the first
/// few of them; empty if there are none.
std::string leftOutText(llvm::ArrayRef<LeftOut> Folders);

/// Expands the files and folders of the command line. What is named there must
/// be lintable; in a folder what is neither C++ nor Python is passed over, and
/// so are hidden folders, build trees, virtual environments and node_modules,
/// and links to folders elsewhere. Fails if a path does not exist or cannot be
/// read, or if there is nothing to lint.
llvm::Expected<Inputs> collectInputs(const Options &O);

/// The sources below a folder, as collectInputs() finds them; nothing if they
/// cannot be read, or if there are more than \p MaxEntries files and folders.
std::optional<Inputs> sourcesBelow(llvm::StringRef Folder, size_t MaxEntries);

bool isNotebookFile(llvm::StringRef Path);
bool isMarkdownFile(llvm::StringRef Path);

/// Whether a file is C++ (or CUDA), by its extension, else by its text.
bool isCxxFile(llvm::StringRef Path);
bool isCudaFile(llvm::StringRef Path);
bool isHeaderFile(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
