// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/GrammarGaps.h"
#include "checks/lib/python/NameChars.h"
#include "llvm/ADT/StringExtras.h"

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

/// The last byte of the string that begins at \p At.
size_t endOfString(StringRef Text, size_t At) {
  const std::string Thrice(3, Text[At]);
  const StringRef Quote = Text.substr(At).starts_with(Thrice)
                              ? StringRef(Thrice)
                              : Text.substr(At, 1);
  for (At += Quote.size(); At < Text.size(); ++At)
    if (Text[At] == '\\')
      ++At;
    else if (Text.substr(At).starts_with(Quote))
      return At + Quote.size() - 1;
  return Text.size();
}

/// Calls \p Visit for the bytes from \p At on that are in no brackets, strings
/// and comments, until it returns false or the brackets around end.
template <typename VisitorT>
void forEachOutside(StringRef Text, size_t At, VisitorT Visit) {
  // Longer ones are no person's, and each line may begin one.
  Text = Text.take_front(At + 512);
  for (unsigned Depth = 0; At < Text.size(); ++At) {
    const char C = Text[At];
    if (C == '"' || C == '\'')
      At = endOfString(Text, At);
    else if (C == '#')
      At = std::min(Text.find('\n', At), Text.size());
    else if (StringRef("([{").contains(C))
      ++Depth;
    else if (StringRef(")]}").contains(C) && Depth-- == 0)
      return;
    else if (Depth == 0 && !Visit(At))
      return;
  }
}

/// class A[T = int], def f[*Ts = *tuple[int]](), type X[T: int = str]
void respellTypeParameters(StringRef Text, size_t Begin, std::string &Result) {
  bool HasBound = false;
  forEachOutside(Text, Begin, [&](size_t At) {
    const bool IsDefault = Text[At] == '=' && Text.substr(At + 1, 1) != "=" &&
                           !StringRef("=!<>:").contains(Text[At - 1]);
    if (Text[At] == ',' || Text[At] == ':' || IsDefault)
      HasBound = Text[At] == ':' || (IsDefault && HasBound);
    if (!IsDefault)
      return true;
    Result[At] = HasBound ? '|' : ':';
    HasBound = true;
    const size_t Star = Text.find_first_not_of(" \t", At + 1);
    if (Star != StringRef::npos && Text[Star] == '*')
      Result[Star] = ' ';
    return true;
  });
}

/// except A, B,: ...
void respellExceptions(StringRef Text, size_t Begin, std::string &Result) {
  forEachOutside(Text, Begin, [&](size_t At) {
    if (Text[At] != ':')
      return true;
    const StringRef Before = Text.take_front(At).rtrim(" \t");
    if (Before.ends_with(","))
      Result[Before.size() - 1] = ' ';
    return false;
  });
}

/// What the line that begins at \p Begin is the head of.
void respellHead(StringRef Text, size_t Begin, std::string &Result) {
  StringRef Line = Text.substr(Begin).take_until(
      [](char C) { return C == '\n' || C == '\r'; });
  const auto Offset = [&] { return size_t(Line.data() - Text.data()); };
  const auto TakeWord = [&] {
    Line = Line.ltrim(" \t");
    const StringRef Word = Line.take_while(isNameChar);
    Line = Line.drop_front(Word.size());
    return Word;
  };
  StringRef Word = TakeWord();
  if (Word == "except")
    return respellExceptions(Text, Offset(), Result);
  if (Word == "async")
    Word = TakeWord();
  if ((Word == "class" || Word == "def" || Word == "type") &&
      !TakeWord().empty() && Line.ltrim(" \t").starts_with("["))
    respellTypeParameters(Text, Text.find('[', Offset()) + 1, Result);
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
  for (size_t Begin = 0; Begin < Text.size();
       Begin = std::min(Text.find('\n', Begin), Text.size()) + 1)
    respellHead(Text, Begin, Result);
  return Result;
}

} // namespace aoti_tidy::python
