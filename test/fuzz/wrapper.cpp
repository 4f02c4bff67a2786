// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperFacts.h"
#include "test/fuzz/Fuzz.h"

void aoti_tidy::fuzzWrapper(llvm::StringRef Text) {
  if (const auto Facts = aoti_tidy::readWrapperFacts(Text))
    aoti_tidy::contractOf(*Facts);
}
