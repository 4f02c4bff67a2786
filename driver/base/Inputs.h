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
  /// Notices about the paths that were named, a line each.
  std::vector<std::string> Notices;
  /// Places in the folders that could not be looked at, a sentence each.
  std::vector<std::string> Unread;
};

/// The reason of a named file that is LeftOut for what it is.
inline constexpr char NoKind[] = "neither C++ nor Python";

/// "left out: 3 files (ignored by git), build (a CMake build folder)": of the
/// folders the first few; empty if there is nothing.
std::string leftOutText(const Inputs &In);

/// Expands the files and folders of the command line. A folder is read without
/// files that git ignores or the configuration excludes, other repositories, hidden
/// folders, build trees, environments, and links to folders elsewhere. Files that
/// are neither C++ nor Python are passed over. Fails if a path does not exist or
/// cannot be read, if a configuration is not understood, or if there is nothing to
/// lint.
llvm::Expected<Inputs> collectInputs(const Options &O);

/// The folders from each path of the command line up to the root of its repository,
/// the nearest first: there, environments and locked versions are looked for.
std::vector<std::string> projectsOf(const Options &O);

} // namespace aoti_tidy

#endif
