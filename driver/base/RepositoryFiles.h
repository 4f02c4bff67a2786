// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_REPOSITORYFILES_H
#define AOTI_TIDY_DRIVER_BASE_REPOSITORYFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// The names of all files of the repositories that the files of a run are in. No
/// link is followed, and depth and number are bounded.
class RepositoryFiles {
public:
  /// There is nothing to search.
  RepositoryFiles() = default;

  /// The repositories around \p Linted. Those of \p Listed, the files of compilation
  /// databases, that lie in a repository belong to it, in a build folder, too.
  static RepositoryFiles around(llvm::ArrayRef<std::string> Linted,
                                llvm::ArrayRef<std::string> Listed);

  /// Sources and headers, sorted.
  llvm::ArrayRef<std::string> cxx() const { return Cxx; }
  llvm::ArrayRef<std::string> python() const { return Python; }
  /// Whether these are all there are.
  bool isWhole() const { return IsWhole; }

  /// The headers of the repository of \p From whose path ends with \p Name, as
  /// an #include has it.
  std::vector<std::string> headersCalled(llvm::StringRef Name,
                                         llvm::StringRef From) const;

private:
  class Walk;

  std::vector<std::string> Roots;
  std::vector<std::string> Cxx, Python;
  llvm::StringMap<std::vector<std::string>> Headers; ///< by the last name
  bool IsWhole = true;
};

/// The folder that is searched for what \p File needs: the nearest one above it with
/// a .git, else the highest of a few that look like a project, else its own.
std::string searchRoot(llvm::StringRef File);

/// The text of a file of a repository; null for a link, and for what is no plain file
/// or larger than any source.
std::unique_ptr<llvm::MemoryBuffer> readRepositoryFile(const std::string &File);

} // namespace aoti_tidy

#endif
