// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_ZIPDIRECTORY_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_ZIPDIRECTORY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace aoti_tidy {

/// What the list at the end of a zip file says of one of its files.
struct ZipEntry {
  llvm::StringRef Name;
  uint64_t Size;       ///< unpacked
  uint64_t PackedSize; ///< in the zip file
  uint64_t Offset;     ///< of the file's own header
  uint32_t Checksum;
  uint16_t Method;
  bool IsEncrypted;

  enum : uint16_t { Stored = 0, Deflated = 8 };
};

/// The files in \p Zip, in the order of the list: those of zip64 as well, whose
/// sizes and offsets take 64 bits. The list is bounded by what a package can
/// have, and no two files share bytes, so that reading all of them takes no more
/// than the zip file has. An error is what follows the name of the zip file in a
/// sentence.
llvm::Expected<std::vector<ZipEntry>> readZipDirectory(llvm::StringRef Zip);

/// The unpacked content of \p Entry of \p Zip, whose size the caller has bounded;
/// nothing if it is damaged.
std::optional<std::string> readZipEntry(llvm::StringRef Zip,
                                        const ZipEntry &Entry);

} // namespace aoti_tidy

#endif
