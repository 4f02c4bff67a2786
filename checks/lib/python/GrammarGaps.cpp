// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/GrammarGaps.h"
#include "checks/lib/python/NameChars.h"

using llvm::StringRef;

namespace aoti_tidy::python {

bool hasLoneReturns(StringRef Text) {
  for (size_t At = Text.find('\r'); At != StringRef::npos;
       At = Text.find('\r', At + 1))
    if (!Text.drop_front(At + 1).starts_with("\n"))
      return true;
  return false;
}

std::string withoutLoneReturns(StringRef Text) {
  std::string Result = Text.str();
  for (size_t At = 0; At < Text.size(); ++At)
    if (Text[At] == '\r' && !Text.drop_front(At + 1).starts_with("\n"))
      Result[At] = '\n';
  return Result;
}

namespace {

/// Whether a star behind \p Before unpacks, and does not multiply.
bool isBeforeOperand(StringRef Before) {
  size_t WordBegin = Before.size();
  while (WordBegin && isNameChar(Before[WordBegin - 1]))
    --WordBegin;
  const StringRef Word = Before.drop_front(WordBegin);
  return Word == "return" || Word == "yield" || Word == "in" ||
         (!Before.empty() && StringRef(",=[{").contains(Before.back()));
}

} // namespace

std::string forGrammar(StringRef Text) {
  std::string Result = Text.str();
  for (size_t At = Text.find('*'); At != StringRef::npos;
       At = Text.find('*', At + 1)) {
    const StringRef Behind = Text.drop_front(At + 1).ltrim(" \t");
    if (!Behind.empty() && StringRef("([{").contains(Behind.front()) &&
        isBeforeOperand(Text.take_front(At).rtrim(" \t")))
      Result[At] = '~';
  }
  for (size_t At = Text.find(":="); At != StringRef::npos;
       At = Text.find(":=", At + 2))
    if (At + 2 < Text.size() && StringRef("<>^=").contains(Text[At + 2]))
      Result[At + 1] = '<';
  return Result;
}

} // namespace aoti_tidy::python
