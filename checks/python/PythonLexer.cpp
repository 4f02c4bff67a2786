// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/PythonLexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace clang::tidy::aoti {
bool isPythonNameStart(char C) {
  return llvm::isAlpha(C) || C == '_' || static_cast<unsigned char>(C) >= 0x80;
}
bool isPythonNameChar(char C) {
  return isPythonNameStart(C) || llvm::isDigit(C);
}
bool isInterpolatedPrefix(StringRef Prefix) {
  return Prefix.find_first_of("fFtT") != StringRef::npos;
}

namespace {

/// f-strings nest; nobody writes more than two levels.
constexpr unsigned MaxNesting = 16;

bool isQuote(char C) { return C == '\'' || C == '"'; }

/// r"", f'', Rb"""""" ...
bool isStringPrefix(StringRef Word) {
  return Word.size() <= 2 && llvm::all_of(Word, [](char C) {
           return StringRef("bBfFrRtTuU").contains(C);
         });
}
/// Splits Python text into tokens; comments and spaces are dropped.
class Lexer {
public:
  Lexer(StringRef Code, bool Lenient) : Code(Code), Lenient(Lenient) {}

  std::optional<std::vector<PythonToken>> run() {
    while (Pos < Code.size()) {
      const size_t Begin = Pos;
      if (next())
        continue;
      if (!Lenient)
        return std::nullopt;
      if (!recover(Begin))
        break;
    }
    Pos = std::min(Pos, Code.size());
    add(PythonToken::Newline, Pos);
    return std::move(Tokens);
  }

private:
  char at(size_t I) const { return I < Code.size() ? Code[I] : '\0'; }

  void add(PythonToken::Kind K, size_t Begin) {
    Tokens.push_back({K, Code.slice(Begin, Pos), Begin, Depth});
  }

  /// Goes on behind what starts at \p Begin and is refused; false if the text
  /// is so broken that reading on would take more than linear time.
  bool recover(size_t Begin) {
    Pos = std::min(Pos, Code.size());
    Reread += Pos - Begin;
    const char C = Code[Begin];
    if (isQuote(C) || isPythonNameStart(C))
      Pos = std::min(Code.find('\n', Begin), Code.size());
    return Reread <= Code.size();
  }

  /// What only starts a statement, in the first column: the bracket that is
  /// still open was forgotten.
  void closeForgottenBrackets(size_t Begin, StringRef Word) {
    if (!Lenient || Depth == 0 || (Begin > 0 && Code[Begin - 1] != '\n'))
      return;
    if (!llvm::is_contained({"def", "class", "import", "from", "async", "@"},
                            Word))
      return;
    Depth = 0;
    Tokens.push_back({PythonToken::Newline, Code.substr(Begin, 0), Begin, 0});
  }

  bool next() {
    const size_t Begin = Pos;
    const char C = Code[Pos];
    if (C == '#') {
      Pos = std::min(Code.find('\n', Pos), Code.size());
      return true;
    }
    if (C == '\n') {
      ++Pos;
      // Inside brackets a line break is a space.
      if (Depth == 0)
        add(PythonToken::Newline, Begin);
      return true;
    }
    if (C == '\\') {
      // A line continued on the next.
      Pos += at(Pos + 1) == '\r' ? 3 : 2;
      Pos = std::min(Pos, Code.size());
      return at(Pos - 1) == '\n';
    }
    if (llvm::isSpace(C)) {
      ++Pos;
      return true;
    }
    if (isPythonNameStart(C))
      return nameOrString();
    if (isQuote(C))
      return string("", Begin);
    if (llvm::isDigit(C)) {
      // The dot of '1.5'; '1 .real' does not matter here.
      while (isPythonNameChar(at(Pos)) || at(Pos) == '.')
        ++Pos;
      return true;
    }
    return operatorToken();
  }

  bool nameOrString() {
    const size_t Begin = Pos;
    while (isPythonNameChar(at(Pos)))
      ++Pos;
    const StringRef Word = Code.slice(Begin, Pos);
    if (isQuote(at(Pos)) && isStringPrefix(Word))
      return string(Word, Begin);
    closeForgottenBrackets(Begin, Word);
    add(PythonToken::Name, Begin);
    return true;
  }

  bool operatorToken() {
    const size_t Begin = Pos;
    const char C = Code[Pos++];
    if (C == '@' && isPythonNameStart(at(Pos)))
      closeForgottenBrackets(Begin, "@");
    if (StringRef("([{").contains(C))
      ++Depth;
    if (Depth == 0 && StringRef(")]}").contains(C))
      return false;
    // '==', ':=', '+=': none of them is the '=' of an assignment.
    if (StringRef("=!<>:+-*/%&|^@").contains(C) && at(Pos) == '=')
      ++Pos;
    add(PythonToken::Operator, Begin);
    if (StringRef(")]}").contains(C))
      --Depth;
    return true;
  }

  bool string(StringRef Prefix, size_t Begin) {
    if (!skipString(isInterpolatedPrefix(Prefix), 0))
      return false;
    add(PythonToken::String, Begin);
    return true;
  }

  /// From the opening quote to behind the closing one.
  bool skipString(bool Interpolated, unsigned Nesting) {
    if (Nesting == MaxNesting)
      return false;
    const char Quote = Code[Pos];
    const std::string Triple(3, Quote);
    const bool IsTriple = Code.substr(Pos).starts_with(Triple);
    Pos += IsTriple ? 3 : 1;
    unsigned Braces = 0;
    while (Pos < Code.size()) {
      const char C = Code[Pos];
      // A quote inside the braces of an f-string opens another string.
      if (Braces > 0 && isQuote(C)) {
        const bool Inner = isInterpolatedPrefix(Code.slice(Pos - 1, Pos));
        if (!skipString(Inner, Nesting + 1))
          return false;
        continue;
      }
      if (C == Quote && (!IsTriple || Code.substr(Pos).starts_with(Triple))) {
        Pos += IsTriple ? 3 : 1;
        return true;
      }
      if (C == '\n' && !IsTriple && Braces == 0)
        return false;
      if (C == '\\') {
        Pos += 2;
        continue;
      }
      if (Interpolated && C == '{') {
        if (Braces == 0 && at(Pos + 1) == '{')
          ++Pos;
        else
          ++Braces;
      }
      if (Braces > 0 && C == '}')
        --Braces;
      ++Pos;
    }
    return false;
  }

  const StringRef Code;
  const bool Lenient;
  size_t Pos = 0;
  size_t Reread = 0; ///< how much was read in vain
  unsigned Depth = 0;
  std::vector<PythonToken> Tokens;
};

} // namespace

std::optional<std::vector<PythonToken>> lexPython(StringRef Code) {
  return Lexer(Code, /*Lenient=*/false).run();
}

std::vector<PythonToken> lexBrokenPython(StringRef Code) {
  return *Lexer(Code, /*Lenient=*/true).run();
}

StringRef pythonStringPrefix(StringRef Token) {
  return Token.take_until(isQuote);
}

StringRef pythonStringBody(StringRef Token) {
  const StringRef Quoted = Token.drop_until(isQuote);
  const std::string Triple(3, Quoted.front());
  const size_t Quotes =
      Quoted.size() >= 6 && Quoted.starts_with(Triple) ? 3 : 1;
  return Quoted.drop_front(Quotes).drop_back(Quotes);
}

} // namespace clang::tidy::aoti
