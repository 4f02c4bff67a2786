// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/AssertText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Tokens = std::vector<StringRef>;

constexpr StringRef Prefix[] = {"index", "out", "of", "bounds", ":"};

bool isWordCharacter(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '.';
}

/// Words, numbers and signs. File names are words: "c2.kernel.cpp".
Tokens tokensOf(StringRef Text) {
  Tokens Result;
  for (Text = Text.ltrim(); !Text.empty(); Text = Text.ltrim()) {
    size_t Length = Text.find_if_not(isWordCharacter);
    if (Length == StringRef::npos)
      Length = Text.size();
    if (Length == 0)
      Length = llvm::any_of(ArrayRef<StringRef>{"<=", ">=", "==", "!=", "::"},
                            [&](StringRef S) { return Text.starts_with(S); })
                   ? 2
                   : 1;
    StringRef Token = Text.take_front(Length);
    Text = Text.drop_front(Length);
    // The end of a sentence.
    const StringRef Word = Token.rtrim('.');
    Result.push_back(Word.empty() ? Token : Word);
  }
  return Result;
}

bool isName(StringRef Token) {
  return llvm::isAlpha(Token.front()) || Token.front() == '_';
}

/// Whether a condition beside the sign is part of a longer expression.
bool continues(StringRef Token) {
  return llvm::is_contained(ArrayRef<StringRef>{"<", "<=", ">", ">=", "==",
                                                "!=", "+", "-", "*", "/", "%"},
                            Token);
}

size_t positionOf(ArrayRef<StringRef> What, ArrayRef<StringRef> In,
                  size_t From = 0) {
  for (size_t I = From; I + What.size() <= In.size(); ++I)
    if (In.slice(I, What.size()) == What)
      return I;
  return StringRef::npos;
}

bool hasCondition(ArrayRef<StringRef> Text, ArrayRef<StringRef> Condition) {
  for (size_t I = positionOf(Condition, Text); I != StringRef::npos;
       I = positionOf(Condition, Text, I + 1)) {
    const size_t After = I + Condition.size();
    if ((I == 0 || !continues(Text[I - 1])) &&
        (After == Text.size() || !continues(Text[After])))
      return true;
  }
  return false;
}

ArrayRef<StringRef> conditionOf(ArrayRef<StringRef> Message) {
  return Message.take_front(std::size(Prefix)) == ArrayRef(Prefix)
             ? Message.drop_front(std::size(Prefix))
             : Message;
}

} // namespace

AssertQuote quoteOf(StringRef Text, StringRef Message) {
  const Tokens Asked = tokensOf(Text), Said = tokensOf(Message);
  const ArrayRef<StringRef> Condition = conditionOf(Said);
  if (!llvm::any_of(Condition, isName))
    return AssertQuote::None;
  if (hasCondition(Asked, Condition))
    return AssertQuote::Whole;
  const auto IsPart = [&](ArrayRef<StringRef> Piece) {
    return llvm::any_of(Piece, isName) &&
           positionOf(Piece, Said) != StringRef::npos;
  };
  // A line of a log that was cut off.
  const size_t Begin = positionOf(ArrayRef(Prefix).drop_back(), Asked);
  if (IsPart(Asked) ||
      (Begin != StringRef::npos && IsPart(ArrayRef(Asked).slice(Begin))))
    return AssertQuote::Part;
  return AssertQuote::None;
}

bool hasWord(StringRef Text, StringRef Word) {
  return llvm::is_contained(tokensOf(Text), Word);
}

bool namesLine(StringRef Text, StringRef File, unsigned Line) {
  const std::string Number = std::to_string(Line);
  const StringRef Name = File.drop_front(File.rfind('/') + 1);
  return positionOf({Name, ":", Number}, tokensOf(Text)) != StringRef::npos;
}

} // namespace aoti_tidy
