// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/Requirement.h"

using llvm::StringRef;

namespace aoti_tidy {

StringRef pinnedTorch(StringRef Requirement) {
  StringRef Text = Requirement.split('#').first.split(';').first.trim();
  if (!Text.consume_front("torch"))
    return "";
  Text = Text.ltrim();
  if (Text.starts_with("["))
    Text = Text.split(']').second.ltrim();
  if (!Text.consume_front("=="))
    return "";
  Text.consume_front("=");
  return Text.ltrim().take_until(
      [](char C) { return StringRef(" ,\\").contains(C); });
}

} // namespace aoti_tidy
