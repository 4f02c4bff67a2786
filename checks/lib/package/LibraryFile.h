// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_LIBRARYFILE_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_LIBRARYFILE_H

#include "checks/lib/package/Contract.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace aoti_tidy {

/// What a model's .so tells by its symbols, the libraries it needs and its
/// strings. The inputs are not told: the strings of their checks do not say
/// which belong together. Only ELF, 64-bit and little-endian. The error is what
/// is wrong with the file, without its name.
llvm::Expected<Contract> readLibrary(llvm::MemoryBufferRef File);

} // namespace aoti_tidy

#endif
