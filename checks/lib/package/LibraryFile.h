// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_LIBRARYFILE_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_LIBRARYFILE_H

#include "checks/lib/package/Contract.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace aoti_tidy {

/// Reads a model's .so by its symbols, needed libraries and strings, without
/// the inputs: its strings do not say which belong together. 64-bit
/// little-endian ELF only. The error does not name the file.
llvm::Expected<Contract> readLibrary(llvm::MemoryBufferRef File);

} // namespace aoti_tidy

#endif
