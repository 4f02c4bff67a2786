// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGEMETADATA_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGEMETADATA_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>

namespace aoti_tidy {

class Archive;

/// "AOTI_DEVICE_KEY" -> "cpu"; since torch 2.10 also about the machine.
using Metadata = std::map<std::string, std::string, std::less<>>;

/// By model; nearly always one, "model".
struct PackageMetadata {
  std::map<std::string, Metadata, std::less<>> Models;

  /// "cpu", "cuda"; empty if it is not known.
  llvm::StringRef device(llvm::StringRef Model) const;
};

/// Reads a .pt2 or an unpacked package of torch 2.6 or newer.
llvm::Expected<PackageMetadata> readPackageMetadata(llvm::StringRef Path,
                                                    llvm::vfs::FileSystem &FS);
llvm::Expected<PackageMetadata> readPackageMetadata(Archive &Package,
                                                    llvm::StringRef Path);

/// Why every loader throws on the metadata of \p Package, a sentence; nothing for
/// logs, and for torch 2.5, which wrote none.
std::optional<std::string> metadataProblem(Archive &Package,
                                           llvm::StringRef Path);

} // namespace aoti_tidy

#endif
