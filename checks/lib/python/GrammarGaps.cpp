// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/GrammarGaps.h"
#include "checks/lib/python/NameChars.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Fields of f-strings within fields of f-strings; text with more is left
/// alone.
constexpr unsigned MaxNesting = 32;

bool isQuote(char C) { return C == '"' || C == '\''; }

/// Keywords that an operand follows, or a name.
bool isOperatorWord(StringRef Word) {
  static constexpr StringRef Words[] = {
      "and", "as",     "assert", "async",  "await",  "class", "def",
      "del", "elif",   "else",   "except", "for",    "from",  "global",
      "if",  "import", "in",     "is",     "lambda", "not",   "nonlocal",
      "or",  "raise",  "return", "while",  "with",   "yield"};
  return llvm::is_contained(Words, Word);
}

bool isStringPrefix(StringRef Word) {
  return Word.size() <= 2 && llvm::all_of(Word, [](char C) {
           return StringRef("bBfFrRtTuU").contains(C);
         });
}

class Writer {
public:
  Writer(StringRef Text, bool JoinsLines)
      : In(Text), Out(Text), JoinsLines(JoinsLines) {}

  std::string run() {
    code(/*IsField=*/false);
    return IsTooDeep ? In.str() : std::move(Out);
  }

private:
  struct Bracket {
    bool IsSubscript = false;
    bool IsTypeParameters = false;
    bool HasBound = false; ///< of a type parameter: behind its ':'
  };
  /// How far 'class A[' has been read.
  enum class Head { None, Keyword, Name };

  char at(size_t Offset) const {
    return Offset < In.size() ? In[Offset] : '\0';
  }
  char nextChar(size_t Offset) const {
    return at(std::min(In.find_first_not_of(" \t\f", Offset), In.size()));
  }
  bool isOutside() const { return Brackets.size() == Floor; }

  void code(bool IsField);
  void word();
  void string(StringRef Prefix);
  void field(bool IsTriple, char Quote);
  void lineEnd();
  void op(char C);
  void star();
  bool isStarRefused() const;

  StringRef In;
  std::string Out;
  const bool JoinsLines;
  size_t Pos = 0;
  llvm::SmallVector<Bracket, 16> Brackets;
  size_t Floor = 0; ///< those outside of the field that is read
  unsigned Nesting = 0;
  bool IsTooDeep = false;
  bool IsBehindOperand = false;
  bool IsAtStatement = true;
  bool IsAtLine = true;
  bool IsExcept = false;
  Head Before = Head::None;
  size_t Indent = 0; ///< of the logical line, in columns
};

/// To the end of the text, or of the expression in an f-string.
void Writer::code(bool IsField) {
  while (Pos < In.size() && !IsTooDeep) {
    const char C = In[Pos];
    if (C == '\n') {
      lineEnd();
      continue;
    }
    if (llvm::isSpace(C)) {
      ++Pos;
      continue;
    }
    if (C == '#') {
      Pos = std::min(In.find('\n', Pos), In.size());
      continue;
    }
    if (C == '\\') {
      Pos += at(Pos + 1) == '\r' && at(Pos + 2) == '\n' ? 3 : 2;
      continue;
    }
    if (IsField && isOutside() &&
        (C == '}' || C == ':' || (C == '!' && at(Pos + 1) != '=')))
      return;
    if (IsAtLine && !Nesting) {
      const size_t Begin = In.take_front(Pos).rfind('\n') + 1;
      Indent = 0;
      for (char Blank : In.slice(Begin, Pos))
        Indent = Blank == '\t' ? (Indent / 8 + 1) * 8 : Indent + 1;
      IsAtLine = false;
    }
    if (isNameStart(C)) {
      word();
    } else if (isQuote(C)) {
      string("");
    } else if (llvm::isDigit(C) || (C == '.' && llvm::isDigit(at(Pos + 1)))) {
      while (isNameChar(at(Pos)) || at(Pos) == '.')
        ++Pos;
      IsBehindOperand = true;
    } else {
      op(C);
    }
    IsAtStatement = false;
    if (isOutside() && !Nesting && (C == ';' || C == ':'))
      IsAtStatement = true;
  }
}

void Writer::word() {
  const StringRef Word = In.drop_front(Pos).take_while(isNameChar);
  if (isQuote(at(Pos + Word.size())) && isStringPrefix(Word)) {
    for (const size_t End = Pos + Word.size(); Pos < End; ++Pos)
      if (In[Pos] == 't' || In[Pos] == 'T')
        Out[Pos] = 'f';
    string(Word);
    return;
  }
  Pos += Word.size();
  IsBehindOperand = !isOperatorWord(Word);
  if (IsAtStatement && Word == "except")
    IsExcept = true;
  const bool OpensHead =
      Word == "class" || Word == "def" || (IsAtStatement && Word == "type");
  const bool IsNamed = IsBehindOperand && Before == Head::Keyword;
  Before = OpensHead ? Head::Keyword : IsNamed ? Head::Name : Head::None;
}

/// From the opening quote to behind the closing one.
void Writer::string(StringRef Prefix) {
  const char Quote = In[Pos];
  const bool IsTriple = at(Pos + 1) == Quote && at(Pos + 2) == Quote;
  const bool IsRaw = Prefix.find_first_of("rR") != StringRef::npos;
  const bool HasFields = Prefix.find_first_of("fFtT") != StringRef::npos;
  Pos += IsTriple ? 3 : 1;
  while (Pos < In.size() && !IsTooDeep) {
    const char C = In[Pos];
    if (C == '\n' && !IsTriple)
      break;
    if (C == Quote && (!IsTriple || (at(Pos + 1) == C && at(Pos + 2) == C))) {
      Pos += IsTriple ? 3 : 1;
      break;
    }
    if (C == '\\') {
      // "\N{BULLET}" is no field; "\{x}" is one.
      if (!IsRaw && HasFields && In.substr(Pos).starts_with("\\N{"))
        Pos = In.find_first_of("}\n", Pos);
      else
        Pos += HasFields && at(Pos + 1) == '{' ? 1 : 2;
      Pos = std::min(Pos, In.size());
      continue;
    }
    if (C == '{' && HasFields && at(Pos + 1) != '{')
      field(IsTriple, Quote);
    else
      Pos += C == '{' && HasFields ? 2 : 1;
  }
  IsBehindOperand = true;
  Before = Head::None;
}

/// From the '{' to behind its '}'.
void Writer::field(bool IsTriple, char Quote) {
  if (++Nesting > MaxNesting) {
    IsTooDeep = true;
    return;
  }
  ++Pos;
  const size_t Outer = std::exchange(Floor, Brackets.size());
  IsBehindOperand = false;
  code(/*IsField=*/true);
  Brackets.truncate(std::min(Brackets.size(), Floor));
  if (at(Pos) == '!')
    Pos += 1 + In.drop_front(Pos + 1).take_while(isNameChar).size();
  Pos = std::min(In.find_first_not_of(" \t", Pos), In.size());
  if (at(Pos) == ':') {
    ++Pos;
    if (at(Pos) == '=')
      Out[Pos++] = ' ';
    while (Pos < In.size() && !IsTooDeep && In[Pos] != '}' &&
           (IsTriple || (In[Pos] != '\n' && In[Pos] != Quote))) {
      if (In[Pos] == '{')
        field(IsTriple, Quote);
      else
        ++Pos;
    }
  }
  if (at(Pos) == '}')
    ++Pos;
  Floor = Outer;
  --Nesting;
}

void Writer::lineEnd() {
  if (Nesting || Brackets.empty()) {
    ++Pos;
    if (Nesting)
      return;
    IsAtLine = IsAtStatement = true;
    IsBehindOperand = IsExcept = false;
    Before = Head::None;
    return;
  }
  // Within brackets: up to the next token. A comment ends with its line.
  const size_t Begin = Pos;
  const size_t LastLine = In.take_front(Pos).rfind('\n') + 1;
  size_t Column = 0;
  for (; llvm::isSpace(at(Pos)); ++Pos)
    Column = In[Pos] == '\n'   ? 0
             : In[Pos] == '\t' ? (Column / 8 + 1) * 8
                               : Column + 1;
  if (!JoinsLines || Column >= Indent || at(Pos) == '#' ||
      In.slice(LastLine, Begin).contains('#'))
    return;
  Out.replace(Begin, Pos - Begin, Pos - Begin, ' ');
}

/// Whether the unary star at the place is one that the grammar does not know:
/// of a tuple without parentheses or a subscript, and before something else
/// than a name.
bool Writer::isStarRefused() const {
  if (IsBehindOperand || !(isOutside() || Brackets.back().IsSubscript))
    return false;
  const size_t Begin = In.find_first_not_of(" \t", Pos + 1);
  const char C = at(std::min(Begin, In.size()));
  if (isNameStart(C)) {
    const StringRef Word = In.drop_front(Begin).take_while(isNameChar);
    return Word == "await" ||
           (isStringPrefix(Word) && isQuote(at(Begin + Word.size())));
  }
  return isQuote(C) || llvm::isDigit(C) || StringRef("([{-+~.").contains(C);
}

void Writer::star() {
  if (at(Pos + 1) == '*' || at(Pos + 1) == '=') {
    Pos += 2;
    return;
  }
  if (isStarRefused())
    Out[Pos] = '~';
  ++Pos;
}

void Writer::op(char C) {
  const bool WasBehindOperand = std::exchange(IsBehindOperand, false);
  const Head Was = std::exchange(Before, Head::None);
  switch (C) {
  case '*':
    IsBehindOperand = WasBehindOperand;
    star();
    IsBehindOperand = false;
    return;
  case '(':
  case '{':
    Brackets.push_back({});
    break;
  case '[':
    Brackets.push_back({WasBehindOperand, Was == Head::Name});
    break;
  case ')':
  case ']':
  case '}':
    if (!isOutside())
      Brackets.pop_back();
    IsBehindOperand = true;
    break;
  case '.':
    if (In.substr(Pos).starts_with("...")) {
      Pos += 2;
      IsBehindOperand = true;
    }
    break;
  case ':':
    if (!isOutside() && Brackets.back().IsTypeParameters)
      Brackets.back().HasBound = true;
    if (isOutside())
      IsExcept = false;
    break;
  case ',':
    if (!isOutside() && Brackets.back().IsTypeParameters)
      Brackets.back().HasBound = false;
    if (isOutside() && IsExcept)
      Out[Pos] = nextChar(Pos + 1) == ':' ? ' ' : '|';
    break;
  case '=':
    if (!isOutside() && Brackets.back().IsTypeParameters &&
        at(Pos + 1) != '=') {
      Out[Pos] = Brackets.back().HasBound ? '|' : ':';
      const size_t Next = In.find_first_not_of(" \t", Pos + 1);
      if (at(std::min(Next, In.size())) == '*')
        Out[Next] = ' ';
    }
    break;
  default:
    break;
  }
  ++Pos;
}

} // namespace

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

std::string withoutGrammarGaps(StringRef Text, bool JoinsLines) {
  return Writer(Text, JoinsLines).run();
}

} // namespace aoti_tidy::python
