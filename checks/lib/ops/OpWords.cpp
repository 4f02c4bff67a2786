// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpWords.h"
#include "checks/lib/ops/OpLibraries.h"
#include "checks/lib/python/NameChars.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// How far before a name its decorator begins.
constexpr size_t MaxDecorator = 256;

bool isQuote(char C) { return C == '"' || C == '\''; }

/// What a word says of the text that it is in.
enum class Evidence {
  None,
  Weak, ///< it registers something, if there is an op
  Full,
};

/// 'f("op"', which names an op without its namespace.
bool callsWithName(StringRef Behind) {
  if (!Behind.consume_front("("))
    return false;
  Behind = Behind.ltrim();
  if (Behind.empty() || !isQuote(Behind.front()))
    return false;
  const StringRef Quote = Behind.take_front();
  Behind = Behind.drop_front();
  const StringRef Name = Behind.take_while(isNameChar);
  return !Name.empty() && Behind.drop_front(Name.size()).starts_with(Quote);
}

/// Whether a name with \p Next behind it is called or gets another name: not
/// 'impl = 1', 'define the'.
bool isUsed(StringRef Next) {
  return Next.empty() || StringRef("(,)\r\n\"'#\\;").contains(Next.front()) ||
         Next.starts_with("as ") || Next.starts_with("if ") ||
         Next.starts_with("or ") || Next.starts_with("else ");
}

Evidence evidenceOf(StringRef Word, StringRef Behind) {
  const OpRole Role = opRole(Word);
  if (Role == OpRole::None || Role == OpRole::Library || Role == OpRole::Other)
    return Evidence::None;
  const StringRef Next = Behind.ltrim(" \t");
  if (Role != OpRole::Fake)
    return isUsed(Next) ? Evidence::Full : Evidence::None;
  for (StringRef Start : {"register_", "_register_", "impl_"})
    if (Word.starts_with(Start))
      return Evidence::Full;
  // fake_impl=f, but 'meta = {}' and 'FakeMode()' are no such thing.
  if (Next.starts_with("=") ? Word.contains("impl") : callsWithName(Next))
    return Evidence::Full;
  const bool IsUsed =
      Next.starts_with("(") || Next.starts_with("=") || Next.starts_with("as ");
  return IsUsed ? Evidence::Weak : Evidence::None;
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

/// Whether a decorator begins shortly before \p At.
bool isInDecorator(StringRef Text, size_t At) {
  StringRef Before = Text.take_front(At).take_back(MaxDecorator);
  while (Before.contains('@')) {
    const size_t Sign = Before.rfind('@');
    Before = Before.take_front(Sign);
    const StringRef Line = Before.rtrim(" \t");
    if (Line.empty() || Line.ends_with("\n"))
      return true;
  }
  return false;
}

} // namespace

bool mayRegisterOps(StringRef Text) {
  bool IsWeak = false, HasOps = false;
  for (size_t At = 0; At < Text.size();) {
    const char C = Text[At];
    if (isNameChar(C)) {
      const StringRef Word = Text.drop_front(At).take_while(isNameChar);
      const char Before = At ? Text[At - 1] : '\0';
      At += Word.size();
      const StringRef Behind = Text.drop_front(At);
      const bool IsQuoted =
          isQuote(Before) && !Behind.empty() && Behind.front() == Before;
      const Evidence E = evidenceOf(Word, Behind);
      if (E == Evidence::Full || (IsQuoted && worksWithoutData(Word)))
        return true;
      IsWeak |= E == Evidence::Weak;
      HasOps |= Word == "ops";
    } else {
      if (C == ':' && isInName(Text, At)) {
        HasOps = true;
        if (isInDecorator(Text, At))
          return true;
      }
      ++At;
    }
    if (IsWeak && HasOps)
      return true;
  }
  return false;
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
