// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_WRITEFILE_H
#define AOTI_TIDY_DRIVER_BASE_WRITEFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <system_error>

namespace aoti_tidy {

/// Replaces a file through a temporary one beside it: a reader sees the old text or
/// the new one. A link stays a link; a device or a pipe is written to; "-" is
/// standard output. The error names the file, and \p What it is: "the baseline ".
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Text,
                      llvm::StringRef What = "");

/// Fails if \p Output, the value of \p Option, is one of \p Inputs by any name.
llvm::Error refuseToOverwrite(llvm::StringRef Option, llvm::StringRef Output,
                              llvm::ArrayRef<std::string> Inputs);

/// An option that names a file to write, and the file.
using NamedOutput = std::pair<llvm::StringRef, llvm::StringRef>;
/// Fails if two of \p Outputs are one file.
llvm::Error refuseOneFile(llvm::ArrayRef<NamedOutput> Outputs);

/// Fails if \p Output has the name of a file that configures tools.
llvm::Error refuseConfiguration(llvm::StringRef Option, llvm::StringRef Output);

/// That \p Output is a file that the run reads.
llvm::Error overwritesInput(llvm::StringRef Option, llvm::StringRef Output);

/// Whether an existing file can be replaced by writeFile().
std::error_code isWritable(llvm::StringRef Path);

/// Fails if a file, or none ('-', empty), could not be written as it seems now.
llvm::Error refuseUnwritable(llvm::StringRef Output);

} // namespace aoti_tidy

#endif
