// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpNames.h"
#include "checks/lib/python/NameChars.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool isQuote(char C) { return C == '"' || C == '\''; }

/// The evidence that a word gives about the text it is in.
enum class Evidence {
  None,
  Weak, ///< it registers something, if there is an op
  Full,
};

Evidence evidenceOf(StringRef Word, StringRef Behind) {
  const OpRole Role = opRole(Word);
  if (Role == OpRole::None || Role == OpRole::Library || Role == OpRole::Other)
    return Evidence::None;
  const StringRef Next = Behind.ltrim(" \t");
  const auto IsBefore = [&](StringRef Begin) {
    return Next.starts_with(Begin);
  };
  // Called, or given another name: not 'impl = 1', 'define the'.
  const bool IsNamed = IsBefore("as ") || IsBefore("if ") || IsBefore("or ") ||
                       IsBefore("else ");
  if (Role != OpRole::Fake)
    return Next.empty() || IsNamed ||
                   StringRef("(,)\r\n\"'#\\;").contains(Next.front())
               ? Evidence::Full
               : Evidence::None;
  // register_fake, fake_impl=f, but 'meta = {}' and 'FakeMode()' are no such
  // thing.
  if (Word.starts_with("register_") || Word.starts_with("_register_") ||
      Word.starts_with("impl_") || (IsBefore("=") && Word.contains("impl")))
    return Evidence::Full;
  return IsBefore("(") || IsBefore("=") || IsBefore("as ") ? Evidence::Weak
                                                           : Evidence::None;
}

/// Whether the "::" at \p At is in an op's name: "ns::op", NS + "::op",
/// f"{NS}::op", "ns::" + op; hardly x[a::b].
bool isInName(StringRef Text, size_t At) {
  if (At == 0 || At + 2 >= Text.size() || Text[At + 1] != ':')
    return false;
  const char Before = Text[At - 1], Behind = Text[At + 2];
  return (isNameChar(Before) || Before == '}' || isQuote(Before)) &&
         (isNameChar(Behind) || Behind == '{' || Behind == '%' ||
          isQuote(Behind));
}

} // namespace

bool mayRegisterOps(StringRef Text) {
  bool IsWeak = false, HasOps = false;
  for (size_t At = 0; At < Text.size() && !(IsWeak && HasOps);) {
    if (!isNameChar(Text[At])) {
      if (Text[At] == ':' && isInName(Text, At))
        return true;
      ++At;
      continue;
    }
    const StringRef Word = Text.drop_front(At).take_while(isNameChar);
    const char Before = At ? Text[At - 1] : '\0';
    At += Word.size();
    const StringRef Behind = Text.drop_front(At);
    const Evidence E = evidenceOf(Word, Behind);
    if (E == Evidence::Full ||
        (isQuote(Before) && Behind.starts_with(StringRef(&Before, 1)) &&
         worksWithoutData(Word)))
      return true;
    IsWeak |= E == Evidence::Weak;
    HasOps |= Word == "ops";
  }
  return IsWeak && HasOps;
}

std::vector<OperatorName> opNamesInLostText(StringRef Lost) {
  std::vector<OperatorName> Result;
  if (!mayRegisterOps(Lost))
    return Result;
  while (true) {
    Lost = Lost.drop_until([](char C) { return C == '"' || C == '\''; });
    if (Lost.empty())
      return Result;
    const StringRef Quote = Lost.take_front();
    Lost = Lost.drop_front();
    const StringRef Inside = Lost.take_until(
        [](char C) { return !isNameChar(C) && C != ':' && C != '.'; });
    if (!Lost.drop_front(Inside.size()).starts_with(Quote))
      continue;
    if (auto Name = parseOperatorName({Inside.str(), true}))
      Result.push_back(std::move(*Name));
  }
}

} // namespace aoti_tidy::python
