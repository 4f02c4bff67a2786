// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_ARTIFACT_ZIPDIRECTORY_H
#define AOTI_TIDY_CHECKS_ARTIFACT_ZIPDIRECTORY_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// More files than any package has: a large model on disk brings one for each
/// of its weights.
constexpr size_t MaxZipEntries = 100'000;

/// What is wrong with the ends of central directory that \p Zip has, which say
/// how many entries there are. libzip makes room for as many as they claim
/// before it looks for the first. Nothing if they claim what is possible.
std::optional<std::string> problemOfZipDirectory(llvm::StringRef Zip);

} // namespace aoti_tidy

#endif
