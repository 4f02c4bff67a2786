// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_MISSINGHEADERS_H
#define AOTI_TIDY_DRIVER_CXX_MISSINGHEADERS_H

#include "driver/base/RepositoryFiles.h"
#include <map>

namespace aoti_tidy {

/// The headers that were looked for in a repository, by their names in #include.
struct HeaderSearchResult {
  std::map<std::string, std::string> Found;
  /// Several have the name, so that none is used.
  std::map<std::string, std::vector<std::string>> Ambiguous;

  void add(const HeaderSearchResult &Other);
  /// One line for each kind.
  std::vector<std::string> notices() const;
};

/// Where headers are that the compiler did not find: CUDA's and OpenMP's have
/// stand-ins, and others may be in the file's repository. Nothing is looked for that the
/// compiler finds, so that no repository can put a header before torch's or the
/// system's.
class MissingHeaders {
public:
  /// \p Repository must outlive it.
  MissingHeaders(const RepositoryFiles &Repository, llvm::StringRef File)
      : Repository(Repository), File(File) {}

  /// Reads an error of the compiler. Whether another parse would find more.
  bool learnFrom(llvm::StringRef ErrorMessage);

  /// The arguments that a compiler with the arguments \p Own needs besides.
  std::vector<std::string> arguments(llvm::ArrayRef<std::string> Own) const;
  /// The first header of CUDA that was missing; empty if none was.
  const std::string &missingCudaHeader() const { return CudaHeader; }
  const HeaderSearchResult &searched() const { return Searched; }

private:
  const RepositoryFiles &Repository;
  const llvm::StringRef File;
  std::string CudaHeader;
  bool OpenMpStandIn = false;
  std::vector<std::string> Folders;
  HeaderSearchResult Searched;
};

} // namespace aoti_tidy

#endif
