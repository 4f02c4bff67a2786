// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperSource.h"

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // A copy, for the null character at its end.
  aoti_tidy::readWrapperSource(
      std::string(reinterpret_cast<const char *>(Data), Size));
  return 0;
}
