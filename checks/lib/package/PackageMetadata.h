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

/// What was written down when a model was compiled: "AOTI_DEVICE_KEY" -> "cpu",
/// and since torch 2.10 about the machine.
using Metadata = std::map<std::string, std::string, std::less<>>;

/// The metadata of a package's models by their names; nearly always of one,
/// "model".
struct PackageMetadata {
  std::map<std::string, Metadata, std::less<>> Models;

  /// The device type the model is compiled for: "cpu", "cuda"; empty if the
  /// package has no such model, or does not say.
  llvm::StringRef device(llvm::StringRef Model) const;
};

/// Reads a .pt2 or an unpacked package, as torch 2.6 and newer write it.
llvm::Expected<PackageMetadata> readPackageMetadata(llvm::StringRef Path,
                                                    llvm::vfs::FileSystem &FS);
llvm::Expected<PackageMetadata> readPackageMetadata(Archive &Package,
                                                    llvm::StringRef Path);

} // namespace aoti_tidy

#endif
