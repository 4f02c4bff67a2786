// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/Commands.h"

namespace aoti_tidy {

llvm::StringRef skillPage() {
  static constexpr struct {
    const char *Name, *Text;
  } Pages[] = {
#include "Skill.inc"
  };
  return Pages[0].Text;
}

} // namespace aoti_tidy
