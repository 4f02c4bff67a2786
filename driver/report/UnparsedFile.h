// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_UNPARSEDFILE_H
#define AOTI_TIDY_DRIVER_REPORT_UNPARSEDFILE_H

#include "checks/lib/finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace aoti_tidy {

/// A file whose parse had errors.
struct UnparsedFile {
  std::string File;
  /// The error that others follow from: a missing header, else the first one.
  /// Nothing if the compiler said nothing.
  std::optional<Finding> Cause = std::nullopt;
  size_t Errors = 0;        ///< how many of that kind there are
  bool HasDatabase = false; ///< its flags are a compilation database's
  /// It needs more of the CUDA toolkit than there is on this machine.
  bool LacksCuda = false;
  Language Lang = Language::Cxx;
};

/// Says which of \p Linted files could not be parsed, and the cure, on standard
/// error. \p Files are of one language.
void sayUnparsed(llvm::ArrayRef<UnparsedFile> Files, size_t Linted);

} // namespace aoti_tidy

#endif
