// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_ZIPDIRECTORY_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_ZIPDIRECTORY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace aoti_tidy {

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

/// The files in \p Zip, zip64 included, in its order. Their number is bounded,
/// and no two share bytes, so that reading all takes no more than the zip has.
/// The error continues a sentence about the file.
llvm::Expected<std::vector<ZipEntry>> readZipDirectory(llvm::StringRef Zip);

/// The unpacked content of \p Entry, whose size the caller has bounded; nothing
/// if it is damaged.
std::optional<std::string> readZipEntry(llvm::StringRef Zip,
                                        const ZipEntry &Entry);

} // namespace aoti_tidy

#endif
