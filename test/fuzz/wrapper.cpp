// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperFacts.h"

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // A copy, for the null character at its end.
  const std::string Text(reinterpret_cast<const char *>(Data), Size);
  if (const auto Facts = aoti_tidy::readWrapperFacts(Text))
    aoti_tidy::contractOf(*Facts);
  return 0;
}
