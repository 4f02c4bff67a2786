// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Json.h"

using llvm::StringRef;

namespace aoti_tidy {

bool isNestedDeeply(StringRef Json) {
  constexpr int Deepest = 100;
  int Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Json.size(); ++I) {
    const char C = Json[I];
    if (C == '\\' && InString)
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (!InString && (C == '[' || C == '{') && ++Depth > Deepest)
      return true;
    else if (!InString && (C == ']' || C == '}'))
      --Depth;
  }
  return false;
}

llvm::Expected<llvm::json::Value> parseJson(StringRef Text) {
  if (isNestedDeeply(Text))
    return llvm::createStringError("is nested too deeply");
  auto Value = llvm::json::parse(Text);
  if (!Value)
    return llvm::createStringError("is not valid JSON: " +
                                   llvm::toString(Value.takeError()));
  return Value;
}

} // namespace aoti_tidy
