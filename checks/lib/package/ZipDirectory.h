// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_ZIPDIRECTORY_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_ZIPDIRECTORY_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// What is wrong with the ends of central directory in \p Zip, which say how
/// large the list of its files is. minizip reads all of it before it gives the
/// first name, and once for every such end: a file can be made to cost minutes
/// and gigabytes. Nothing if they claim what a package can have.
std::optional<std::string> problemOfZipDirectory(llvm::StringRef Zip);

} // namespace aoti_tidy

#endif
