// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/LibraryFile.h"
#include "test/fuzz/Fuzz.h"

void aoti_tidy::fuzzLibrary(llvm::StringRef Text) {
  auto Contract =
      aoti_tidy::readLibrary(llvm::MemoryBufferRef(Text, "fuzz.so"));
  if (!Contract)
    llvm::consumeError(Contract.takeError());
}
