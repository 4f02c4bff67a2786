// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Nesting.h"
#include "checks/lib/python/NameChars.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Of tree-sitter's 65535, as it opens about one thing for a token.
constexpr size_t MaxOpen = 50'000;

/// Behind the string that begins with the quote at \p At; one that is not
/// closed ends with its quotes, or its line.
size_t endOfString(StringRef Text, size_t At) {
  const char Quote = Text[At];
  const StringRef Rest = Text.drop_front(At);
  const bool IsTriple =
      Rest.size() >= 3 && Rest[1] == Quote && Rest[2] == Quote;
  const StringRef Close = Rest.take_front(IsTriple ? 3 : 1);
  for (size_t I = At + Close.size(); I < Text.size(); ++I) {
    if (Text[I] == '\\')
      ++I;
    else if (!IsTriple && Text[I] == '\n')
      return I;
    else if (Text.substr(I).starts_with(Close))
      return I + Close.size();
  }
  return At + Close.size();
}

} // namespace

bool isNestedTooDeeply(StringRef Text) {
  if (Text.size() <= MaxOpen)
    return false;
  // By open bracket, the statement first: the tokens that may wait for others.
  llvm::SmallVector<size_t, 64> Waiting = {0};
  size_t Open = 0;
  bool IsBehindString = false;
  // Quotes that are never closed are not looked for again and again.
  size_t NoTripleBefore = 0;
  const auto Add = [&](size_t N = 1) { Waiting.back() += N, Open += N; };
  const auto Forget = [&] { Open -= std::exchange(Waiting.back(), 0); };
  for (size_t At = 0; At < Text.size() && Open <= MaxOpen;) {
    const char C = Text[At];
    const bool WasString = std::exchange(IsBehindString, false);
    switch (C) {
    case ' ':
    case '\t':
    case '\r':
      IsBehindString = WasString;
      ++At;
      break;
    case '\n':
      IsBehindString = WasString;
      if (Waiting.size() == 1)
        Forget();
      ++At;
      break;
    case '\\':
      At += Text.substr(At + 1).starts_with("\r") ? 3 : 2;
      break;
    case '#':
      At = std::min(Text.find('\n', At), Text.size());
      break;
    case ',':
    case ';':
      Forget();
      ++At;
      break;
    case '(':
    case '[':
    case '{':
      Add();
      Waiting.push_back(0);
      ++At;
      break;
    case ')':
    case ']':
    case '}':
      Forget();
      if (Waiting.size() > 1)
        Waiting.pop_back();
      ++At;
      break;
    case '"':
    case '\'': {
      // "a" "b" is one.
      if (!WasString)
        Add();
      IsBehindString = true;
      const bool IsTriple =
          Text.substr(At).starts_with(C == '"' ? R"(""")" : "'''");
      const size_t End =
          IsTriple && At < NoTripleBefore ? At + 3 : endOfString(Text, At);
      if (IsTriple && End == At + 3)
        NoTripleBefore = Text.size();
      // An f-string in another one may have its quotes, which end it here.
      if (At > 0 && (Text[At - 1] == 'f' || Text[At - 1] == 'F'))
        Add(2 * Text.slice(At, End).count('{'));
      At = End;
      break;
    }
    default:
      Add();
      if (!isNameChar(C))
        ++At;
      else
        At += Text.drop_front(At).take_while(isNameChar).size();
    }
  }
  return Open > MaxOpen;
}

} // namespace aoti_tidy::python
