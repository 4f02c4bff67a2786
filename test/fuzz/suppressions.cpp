// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/Suppressions.h"
#include "test/fuzz/Fuzz.h"

using namespace aoti_tidy;

void aoti_tidy::fuzzSuppressions(llvm::StringRef Text) {
  const auto Tree = python::Tree::parse(Text);
  if (!Tree)
    return;
  Suppressions Silenced(*Tree);
  for (unsigned At = 0; At < Text.size(); At += 1 + Text.size() / 64)
    for (const char *Check : {"aoti-debug-flag", "aoti-symint-meta"})
      Silenced.silence(Check, At);
}
