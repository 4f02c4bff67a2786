// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Repair.h"
#include "checks/lib/python/NameChars.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The head for a block that lost its own: it may run or not.
constexpr StringRef OtherHead = "if 1:";

bool opensBlock(StringRef Word) {
  static constexpr StringRef Words[] = {
      "async",   "case", "class", "def",   "elif", "else",  "except",
      "finally", "for",  "if",    "match", "try",  "while", "with"};
  return llvm::is_contained(Words, Word);
}

void blank(std::string &Text, size_t Begin, size_t End) {
  for (; Begin < End; ++Begin)
    if (Text[Begin] != '\n' && Text[Begin] != '\r')
      Text[Begin] = ' ';
}

size_t lineEnd(StringRef Text, size_t At) {
  return std::min(Text.find('\n', At), Text.size());
}

/// In columns; tabs go to the next of eight.
unsigned indentOf(StringRef Line) {
  unsigned Column = 0;
  for (const char C : Line.take_while(llvm::isSpace))
    Column = C == '\t' ? (Column / 8 + 1) * 8 : Column + 1;
  return Column;
}

/// The first of the lines of \p Text that is no blank one and no comment.
StringRef firstLine(StringRef Text) {
  while (!Text.empty()) {
    const auto [Line, Rest] = Text.split('\n');
    const StringRef Begin = Line.ltrim();
    if (!Begin.empty() && !Begin.starts_with("#"))
      return Line;
    Text = Rest;
  }
  return "";
}

} // namespace

std::optional<ByteRange> leaveOutStatement(std::string &Text, unsigned Offset) {
  const StringRef All = Text;
  const size_t LineBegin = All.take_front(Offset).rfind('\n') + 1;
  size_t End = lineEnd(All, Offset);
  const StringRef Line = All.slice(LineBegin, End);
  const StringRef Statement = Line.trim();
  if (Statement.empty())
    return std::nullopt;
  const size_t Begin = Statement.begin() - All.begin();
  const auto IsDeeper = [&](StringRef Next) {
    return indentOf(Next) > indentOf(Line);
  };
  bool HasBlock = false;
  if (opensBlock(Statement.take_while(isNameChar)))
    HasBlock = IsDeeper(firstLine(All.drop_front(End))) &&
               Statement.size() >= OtherHead.size() &&
               !Statement.starts_with(OtherHead);
  else
    for (StringRef Next = firstLine(All.drop_front(End)); IsDeeper(Next);
         Next = firstLine(All.drop_front(End)))
      End = Next.end() - All.begin();
  blank(Text, Begin, End);
  if (HasBlock)
    Text.replace(Begin, OtherHead.size(), OtherHead.str());
  return ByteRange(Begin, End);
}

bool hasSeveralStatements(StringRef Text, ByteRange Range) {
  const auto [Begin, End] = Range;
  const size_t LineBegin = Text.take_front(Begin).rfind('\n') + 1;
  const unsigned Indent = indentOf(Text.drop_front(LineBegin));
  StringRef Rest = Text.slice(lineEnd(Text, Begin), End);
  // After the head of a block, another statement begins, however deep.
  if (opensBlock(Text.drop_front(LineBegin).ltrim().take_while(isNameChar)))
    return !firstLine(Rest).empty();
  while (!Rest.empty()) {
    const StringRef Line = firstLine(Rest);
    if (!Line.empty() && indentOf(Line) <= Indent &&
        !StringRef(")]}").contains(Line.ltrim().front()))
      return true;
    Rest = Line.empty() ? "" : Rest.drop_front(Line.end() - Rest.begin());
  }
  return false;
}

std::vector<StringRef> namesGivenIn(StringRef Lost) {
  std::vector<StringRef> Result, Before;
  const StringRef First = Lost.take_while(isNameChar);
  static constexpr StringRef Naming[] = {
      "async", "case", "class",  "def",    "del",      "except",
      "for",   "from", "global", "import", "nonlocal", "with"};
  const bool NamesAll = llvm::is_contained(Naming, First);
  unsigned Depth = 0;
  for (size_t At = 0; At < Lost.size();) {
    const char C = Lost[At];
    if (isNameStart(C)) {
      const StringRef Word = Lost.drop_front(At).take_while(isNameChar);
      const bool IsAttribute = At && Lost[At - 1] == '.';
      At += Word.size();
      const StringRef Rest = Lost.drop_front(At).ltrim(" \t");
      if (IsAttribute || Rest.starts_with("."))
        continue;
      if (NamesAll || Rest.starts_with(":="))
        Result.push_back(Word);
      else if (Depth == 0)
        Before.push_back(Word);
      continue;
    }
    Depth += C == '(' || C == '[' || C == '{';
    Depth -= Depth && (C == ')' || C == ']' || C == '}');
    // '=' and '+=', not '=='.
    if (C == '=' && Depth == 0 && !Lost.drop_front(At + 1).starts_with("=") &&
        !(At && StringRef("=!<>").contains(Lost[At - 1]))) {
      Result.insert(Result.end(), Before.begin(), Before.end());
      Before.clear();
    }
    ++At;
  }
  return Result;
}

} // namespace aoti_tidy::python
