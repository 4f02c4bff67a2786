// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/LibraryFile.h"

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef File(reinterpret_cast<const char *>(Data), Size);
  auto Contract = aoti_tidy::readLibrary(llvm::MemoryBufferRef(File, "fuzz.so"));
  if (!Contract)
    llvm::consumeError(Contract.takeError());
  return 0;
}
