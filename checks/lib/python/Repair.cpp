// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Repair.h"
#include "checks/lib/python/NameChars.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Words that begin a statement, and are in no expression.
bool beginsStatement(StringRef Word) {
  static constexpr StringRef Words[] = {
      "assert", "break",  "class",   "continue", "def",    "del",
      "elif",   "except", "finally", "global",   "import", "nonlocal",
      "pass",   "raise",  "return",  "try",      "while",  "with"};
  return llvm::is_contained(Words, Word);
}

/// Words between or before the operands of expressions.
bool isOperator(StringRef Word) {
  static constexpr StringRef Words[] = {
      "and", "as", "async", "await",  "else", "for", "from",
      "if",  "in", "is",    "lambda", "not",  "or",  "yield"};
  return llvm::is_contained(Words, Word);
}

/// Operators that come behind an operand.
bool isInfix(StringRef Word) {
  static constexpr StringRef Words[] = {"and", "as", "async", "else", "for",
                                        "if",  "in", "is",    "not",  "or"};
  return llvm::is_contained(Words, Word);
}

bool opensBlock(StringRef Word) {
  static constexpr StringRef Words[] = {
      "async",   "case", "class", "def",   "elif", "else",  "except",
      "finally", "for",  "if",    "match", "try",  "while", "with"};
  return llvm::is_contained(Words, Word);
}

/// What begins a line of IPython, and none of Python.
bool isMagic(char First) {
  return First == '%' || First == '!' || First == '?';
}

class Scanner {
public:
  explicit Scanner(StringRef Text) : Text(Text) {}
  std::vector<LogicalLine> scan();

private:
  enum class Token { None, Operand, String, Operator };
  struct Place {
    unsigned Begin; ///< the first token
    unsigned Indent;
  };

  char at(unsigned Offset) const {
    return Offset < Text.size() ? Text[Offset] : '\0';
  }
  StringRef wordAt(unsigned Offset) const {
    return Text.drop_front(Offset).take_while(isNameChar);
  }
  /// The next token that is on a line of its own, from a line's beginning.
  Place nextLine(unsigned Offset) const;
  void line();
  void token();
  void string();
  void closeBracket(char C);
  bool cannotGoOn(unsigned Offset) const;

  StringRef Text;
  unsigned Pos = 0;
  size_t Read = 0;
  Token Last = Token::None;
  llvm::SmallVector<char, 8> Brackets;
  bool OpensBlock = false;
  bool IsMismatched = false;
  std::vector<LogicalLine> Lines;
};

Scanner::Place Scanner::nextLine(unsigned Offset) const {
  unsigned Indent = 0;
  for (;; ++Offset) {
    switch (at(Offset)) {
    case ' ':
      ++Indent;
      continue;
    case '\t':
      Indent = (Indent / 8 + 1) * 8;
      continue;
    case '\r':
    case '\n':
    case '\f':
      Indent = 0;
      continue;
    case '#':
      Offset = std::min(Text.find('\n', Offset), Text.size());
      Indent = 0;
      if (Offset < Text.size())
        continue;
      break;
    default:
      break;
    }
    return {Offset, Indent};
  }
}

/// Whether the token at \p Offset, the first of its line, cannot be in the
/// brackets that are open there.
bool Scanner::cannotGoOn(unsigned Offset) const {
  const char C = at(Offset);
  const bool IsBehindOperand = Last == Token::Operand || Last == Token::String;
  if (llvm::isDigit(C))
    return IsBehindOperand;
  if (C == '"' || C == '\'')
    return Last == Token::Operand;
  if (!isNameStart(C))
    return false;
  const StringRef Word = wordAt(Offset);
  if (beginsStatement(Word))
    return true;
  const char Behind = at(Offset + Word.size());
  if (Word.size() <= 2 && (Behind == '"' || Behind == '\''))
    return Last == Token::Operand;
  return IsBehindOperand && !isInfix(Word);
}

void Scanner::string() {
  const char Quote = Text[Pos];
  const StringRef Rest = Text.drop_front(Pos);
  Last = Token::String;
  if (Rest.size() >= 3 && Rest[1] == Quote && Rest[2] == Quote) {
    unsigned At = Pos + 3;
    for (; At < Text.size(); ++At) {
      if (Text[At] == '\\')
        ++At;
      else if (Text.substr(At, 3) == Rest.take_front(3))
        break;
    }
    // One without an end is taken for something on the way to be typed.
    Pos = At < Text.size() ? At + 3 : Pos + 3;
    return;
  }
  for (++Pos; Pos < Text.size() && Text[Pos] != Quote && Text[Pos] != '\n';
       ++Pos)
    if (Text[Pos] == '\\')
      ++Pos;
  if (at(Pos) == Quote)
    ++Pos;
  Pos = std::min<size_t>(Pos, Text.size());
}

void Scanner::closeBracket(char C) {
  Last = Token::Operand;
  const char Open = C == ')' ? '(' : C == ']' ? '[' : '{';
  const auto At = llvm::find(llvm::reverse(Brackets), Open);
  const size_t Inner = At - Brackets.rbegin();
  if (At == Brackets.rend()) {
    // One too many: it is in the way of a block, but of nothing else.
    IsMismatched |= OpensBlock;
    return;
  }
  IsMismatched |= Inner != 0;
  Brackets.truncate(Brackets.size() - Inner - 1);
}

void Scanner::token() {
  const char C = Text[Pos];
  if (C == '"' || C == '\'') {
    string();
    return;
  }
  if (isNameChar(C)) {
    const StringRef Word = wordAt(Pos);
    Pos += Word.size();
    const char Behind = at(Pos);
    const bool IsPrefix = Word.size() <= 2 && (Behind == '"' || Behind == '\'');
    if (!IsPrefix)
      Last = isOperator(Word) ? Token::Operator : Token::Operand;
    return;
  }
  ++Pos;
  if (C == '(' || C == '[' || C == '{') {
    Brackets.push_back(C);
    Last = Token::Operator;
  } else if (C == ')' || C == ']' || C == '}') {
    closeBracket(C);
  } else if (!llvm::isSpace(C)) {
    // 'a...' ends with an operand.
    Last = C == '.' && Text.take_front(Pos).ends_with("...") ? Token::Operand
                                                             : Token::Operator;
  }
}

void Scanner::line() {
  const Place Start = nextLine(Pos);
  LogicalLine L;
  L.Begin = Start.Begin;
  L.Indent = Start.Indent;
  Pos = Start.Begin;
  if (Pos >= Text.size())
    return;
  if (isMagic(Text[Pos])) {
    Pos = std::min(Text.find('\n', Pos), Text.size() - 1) + 1;
    L.End = Pos;
    Lines.push_back(L);
    return;
  }
  Brackets.clear();
  IsMismatched = false;
  Last = Token::None;
  // Where the line may have ended, as its indentation has it.
  std::optional<unsigned> Resume;
  OpensBlock = opensBlock(wordAt(Pos));
  char LastChar = 0;
  while (Pos < Text.size()) {
    const char C = Text[Pos];
    if (C == '#') {
      Pos = std::min(Text.find('\n', Pos), Text.size());
    } else if (C == '\\' && (at(Pos + 1) == '\n' || at(Pos + 1) == '\r')) {
      Pos += at(Pos + 1) == '\r' && at(Pos + 2) == '\n' ? 3 : 2;
    } else if (C != '\n') {
      token();
      if (!llvm::isSpace(C))
        LastChar = C;
    } else {
      ++Pos;
      if (Brackets.empty())
        break;
      const Place Next = nextLine(Pos);
      Pos = Next.Begin;
      const char First = at(Pos);
      const unsigned LineBegin = Text.rfind('\n', Pos) + 1;
      const bool IsCloser = First == ')' || First == ']' || First == '}';
      const bool IsOutside =
          Next.Indent <= L.Indent || (OpensBlock && LastChar == ':');
      if (!Resume && IsOutside && !IsCloser && First)
        Resume = LineBegin;
      if (cannotGoOn(Pos)) {
        Resume = Resume.value_or(LineBegin);
        L.IsBroken = true;
        break;
      }
    }
  }
  Read += Pos - L.Begin;
  if (L.IsBroken || !Brackets.empty())
    Pos = Resume.value_or(Pos);
  L.IsBroken |= IsMismatched || !Brackets.empty();
  L.End = Pos;
  Lines.push_back(L);
}

std::vector<LogicalLine> Scanner::scan() {
  // Text of nothing but open brackets is read again from each of its lines on.
  const size_t MaxRead = 8 * Text.size() + (size_t(1) << 16);
  while (Pos < Text.size() && Read < MaxRead)
    line();
  return std::move(Lines);
}

/// A line that git leaves where two versions of a file disagree.
bool isConflictMarker(StringRef Line) {
  for (char C : {'<', '>', '|', '='})
    if (Line.take_while([C](char L) { return L == C; }).size() == 7)
      return Line.size() == 7 || llvm::isSpace(Line[7]);
  return false;
}

void blank(std::string &Text, size_t Begin, size_t End) {
  for (; Begin < End; ++Begin)
    if (Text[Begin] != '\n' && Text[Begin] != '\r')
      Text[Begin] = ' ';
}

} // namespace

std::vector<LogicalLine> logicalLines(StringRef Text) {
  return Scanner(Text).scan();
}

Repair::Repair(StringRef Broken) : Text(Broken) {
  for (size_t Begin = 0, End; Begin < Text.size(); Begin = End + 1) {
    End = std::min(Text.find('\n', Begin), Text.size());
    if (isConflictMarker(Broken.slice(Begin, End))) {
      blank(Text, Begin, End);
      HasForeign = true;
    }
  }
  Lines = logicalLines(Text);
  for (const LogicalLine &L : Lines) {
    const StringRef Line = StringRef(Text).slice(L.Begin, L.End).rtrim();
    const bool IsHelp = Line.ends_with("?") && !Line.contains('\n');
    if (Line.empty() || !(isMagic(Line.front()) || IsHelp))
      continue;
    blank(Text, L.Begin, L.End);
    HasForeign = true;
  }
}

bool Repair::removeBrokenLines() {
  const size_t Before = Removed.size();
  for (size_t I = 0; I < Lines.size(); ++I)
    if (Lines[I].IsBroken)
      remove(I);
  return Removed.size() != Before;
}

bool Repair::removeLineAt(unsigned Offset) {
  const size_t Line = lineAt(Offset);
  if (Line == Lines.size() ||
      llvm::all_of(StringRef(Text).slice(Lines[Line].Begin, Lines[Line].End),
                   llvm::isSpace))
    return false;
  remove(Line);
  return true;
}

size_t Repair::lineAt(unsigned Offset) const {
  const auto Behind =
      llvm::upper_bound(Lines, Offset, [](unsigned O, const LogicalLine &L) {
        return O < L.Begin;
      });
  return Behind == Lines.begin() ? Lines.size() : Behind - Lines.begin() - 1;
}

void Repair::remove(size_t Line) {
  const LogicalLine &L = Lines[Line];
  const StringRef Now = StringRef(Text).slice(L.Begin, L.End);
  // What is in the block stays in a block, which may run or not.
  const StringRef Head = "if 1:";
  const bool HasBlock = Line + 1 < Lines.size() &&
                        Lines[Line + 1].Indent > L.Indent &&
                        opensBlock(Now.take_while(isNameChar)) &&
                        Now.split('\n').first.rtrim().size() >= Head.size() &&
                        !Now.starts_with(Head);
  blank(Text, L.Begin, L.End);
  if (HasBlock)
    Text.replace(L.Begin, Head.size(), Head.str());
  Removed.insert(Line);
}

std::vector<std::pair<unsigned, unsigned>> Repair::removed() const {
  std::vector<std::pair<unsigned, unsigned>> Result;
  for (size_t Line : Removed)
    Result.push_back({Lines[Line].Begin, Lines[Line].End});
  return Result;
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
