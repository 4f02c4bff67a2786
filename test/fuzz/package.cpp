// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/package/Archive.h"
#include "test/fuzz/Fuzz.h"

void aoti_tidy::fuzzPackage(llvm::StringRef Text) {
  auto Package = aoti_tidy::Archive::openZip(
      llvm::MemoryBufferRef(Text, "fuzz.pt2"), "fuzz.pt2");
  if (!Package) {
    llvm::consumeError(Package.takeError());
    return;
  }
  auto Contract = aoti_tidy::readContract(**Package, "fuzz.pt2");
  if (!Contract)
    llvm::consumeError(Contract.takeError());
}
