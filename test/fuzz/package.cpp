// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/package/Archive.h"

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef Zip(reinterpret_cast<const char *>(Data), Size);
  auto Package = aoti_tidy::Archive::openZip(
      llvm::MemoryBufferRef(Zip, "fuzz.pt2"), "fuzz.pt2");
  if (!Package) {
    llvm::consumeError(Package.takeError());
    return 0;
  }
  auto Contract = aoti_tidy::readContract(**Package, "fuzz.pt2");
  if (!Contract)
    llvm::consumeError(Contract.takeError());
  return 0;
}
