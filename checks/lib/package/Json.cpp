// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Json.h"
#include "llvm/ADT/StringExtras.h"

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

bool isYamlNestedDeeply(StringRef Yaml) {
  constexpr int Deepest = 1000;
  // Quotes included: only the parser knows where they end.
  int Depth = 0;
  for (const char C : Yaml)
    if ((C == '[' || C == '{') && ++Depth > Deepest)
      return true;
    else if ((C == ']' || C == '}') && Depth)
      --Depth;
  // '- - -', in one line or several, tags and anchors between them.
  int Entries = 0;
  for (StringRef Rest = Yaml.ltrim(); !Rest.empty(); Rest = Rest.ltrim()) {
    if (Rest.starts_with("#")) {
      Rest = Rest.split('\n').second;
      continue;
    }
    const StringRef Token = Rest.take_until(llvm::isSpace);
    Rest = Rest.drop_front(Token.size());
    if (Token == "-" || Token == "?")
      ++Entries;
    else if (!Token.starts_with("!") && !Token.starts_with("&"))
      Entries = 0;
    if (Entries > Deepest)
      return true;
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
