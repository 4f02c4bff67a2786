// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/UnreadCode.h"
#include "checks/lib/torch/OpSchema.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {

UnreadCode UnreadCode::anything() {
  UnreadCode Result;
  Result.Anything = true;
  return Result;
}

void UnreadCode::add(llvm::StringRef Text) {
  // It could not be read, or is in an encoding whose words these are not.
  Anything |= Text.empty() || Text.contains('\0');
  while (!Text.empty()) {
    // The letter of "\nop" is none of the name.
    if (Text.front() == '\\') {
      Text = Text.drop_front(2);
      continue;
    }
    const llvm::StringRef Word =
        Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (!Word.empty())
      Words.insert(Word);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
}

bool UnreadCode::mayName(llvm::StringRef Op) const {
  if (Anything)
    return true;
  const auto Name = OpName::parse(Op);
  return !Name || Words.contains(Name->Name);
}

} // namespace aoti_tidy
