// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_INPUTS_H
#define AOTI_TIDY_DRIVER_INPUTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// The files of a run.
struct Inputs {
  /// Absolute paths of C++ and CUDA files, sorted, each once.
  std::vector<std::string> Files;
  /// Absolute paths of Python files: not linted, but they may define operators
  /// that the C++ files implement.
  std::vector<std::string> PythonFiles;
  /// Absolute paths of packages, whose emitted code is linted.
  std::vector<std::string> Packages;
  /// Files seen in folders that this release has no check for.
  unsigned Skipped = 0;
};

/// Expands files and folders. A path named on the command line must be lintable;
/// in a folder what is not C++ is passed over, and so are hidden folders, build
/// trees, virtual environments and node_modules. Fails if a path does not exist
/// or cannot be read, or if there is nothing to lint.
llvm::Expected<Inputs> collectInputs(llvm::ArrayRef<std::string> Paths);

/// Whether a file is C++ (or CUDA), by its extension, else by its text.
bool isCxxFile(llvm::StringRef Path);
bool isCudaFile(llvm::StringRef Path);
bool isHeaderFile(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
