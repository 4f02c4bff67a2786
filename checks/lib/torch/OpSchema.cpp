// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/OpSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstdlib>
#include <limits>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isIdentifier(StringRef Text) {
  return !Text.empty() && !llvm::isDigit(Text.front()) &&
         llvm::all_of(Text,
                      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

bool isKeyword(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases({"def", "if", "else", "elif", "while", "return", "is", "True"},
             true)
      .Cases({"False", "None", "and", "or", "not", "global", "for", "in"}, true)
      .Cases({"raise", "assert", "break", "continue", "del", "pass", "class"},
             true)
      .Cases({"import", "with", "as", "Ellipsis", "NoneType"}, true)
      .Default(false);
}

/// As C's strtod() reads it; 0 for none.
size_t numberLength(StringRef Text) {
  if (!llvm::isDigit(Text.front()) && Text.front() != '.')
    return 0;
  const std::string Number =
      Text.take_while([](char C) {
            return llvm::isAlnum(C) || C == '.' || C == '+' || C == '-';
          })
          .str();
  char *End = nullptr;
  std::strtod(Number.c_str(), &End);
  const size_t Length = End - Number.c_str();
  return Length && Text.drop_front(Length).starts_with("j") ? Length + 1
                                                            : Length;
}

/// 0 if the literal does not end.
size_t stringLength(StringRef Text) {
  const std::string Quote(
      Text.starts_with("'''") || Text.starts_with(R"(""")") ? 3 : 1,
      Text.front());
  for (size_t I = Quote.size(); I < Text.size(); ++I) {
    if (Text.drop_front(I).starts_with(Quote))
      return I + Quote.size();
    if (Text[I] == '\n' && Quote.size() == 1)
      return 0;
    if (Text[I] == '\\')
      ++I;
  }
  return 0;
}

struct Token {
  enum Kind { End = 256, Newline, Word, Keyword, Number, String, Arrow, Dots };
  int K = End;
  StringRef Text;
};

/// As torch/csrc/jit/frontend/lexer.h.
class Lexer {
public:
  explicit Lexer(StringRef Text) : Rest(Text) {
    skipBlanks(/*Newlines=*/true);
    next();
  }

  const Token &current() const { return Now; }
  bool is(int Kind) const { return Now.K == Kind; }
  bool isWord(StringRef Word) const {
    return is(Token::Word) && Now.Text == Word;
  }
  bool isBeforeBracket() const {
    Lexer Copy = *this;
    Copy.next();
    return Copy.is(']');
  }

  Token next() {
    const Token Last = Now;
    Now = lex();
    if (is('(') || is('['))
      ++Nesting;
    else if (is(')') || is(']'))
      Nesting -= Nesting > 0;
    return Last;
  }
  bool consume(int Kind) {
    if (!is(Kind))
      return false;
    next();
    return true;
  }

private:
  bool skipBlanks(bool Newlines) {
    bool Ended = false;
    while (!Rest.empty()) {
      if (Rest.front() == '#' && !Rest.starts_with("# type:"))
        Rest = Rest.drop_until([](char C) { return C == '\n'; });
      else if (Rest.starts_with("\\\n"))
        Rest = Rest.drop_front(2);
      else if (!llvm::isSpace(Rest.front()))
        break;
      else {
        Ended |= Rest.front() == '\n' && !Newlines;
        Rest = Rest.drop_front();
      }
    }
    return Ended;
  }

  Token take(int Kind, size_t Length) {
    const Token T = {Kind, Rest.take_front(Length)};
    Rest = Rest.drop_front(Length);
    return T;
  }

  Token lex() {
    if (skipBlanks(Nesting > 0))
      return take(Token::Newline, 0);
    if (Rest.empty())
      return take(Token::End, 0);
    const char First = Rest.front();
    if (llvm::isAlpha(First) || First == '_') {
      const StringRef Word =
          Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
      return take(isKeyword(Word) ? Token::Keyword : Token::Word, Word.size());
    }
    if (const size_t Length = numberLength(Rest))
      return take(Token::Number, Length);
    if (First == '"' || First == '\'')
      return take(stringLength(Rest) ? int(Token::String) : First,
                  std::max<size_t>(stringLength(Rest), 1));
    if (Rest.starts_with("->"))
      return take(Token::Arrow, 2);
    if (Rest.starts_with("..."))
      return take(Token::Dots, 3);
    return take(static_cast<unsigned char>(First), 1);
  }

  StringRef Rest;
  Token Now;
  unsigned Nesting = 0;
};

/// As torch/csrc/jit/frontend/function_schema_parser.cpp and
/// schema_type_parser.cpp, but for the lists of types and the types of
/// defaults.
class SchemaParser {
public:
  explicit SchemaParser(StringRef Text) : Text(Text), L(Text) {}

  std::optional<OpSchema> parse() {
    OpSchema S;
    if (!name(S.Name) || !arguments(S.Arguments) || !L.consume(Token::Arrow) ||
        !returns(S))
      return std::nullopt;
    L.consume(Token::Newline);
    return L.is(Token::End) ? std::optional(std::move(S)) : std::nullopt;
  }

private:
  static constexpr unsigned MaxDepth = 64;

  struct ParsedType {
    std::string Text;
    bool IsMutated = false;
  };

  bool name(OpName &Name) {
    if (!L.is(Token::Word))
      return false;
    Name.Name = L.next().Text.str();
    if (L.consume(':')) {
      if (!L.consume(':') || !L.is(Token::Word))
        return false;
      Name.Namespace = std::exchange(Name.Name, L.next().Text.str());
    }
    if (!L.consume('.'))
      return true;
    if (!L.is(Token::Word) || L.isWord("default") ||
        L.current().Text.starts_with("__"))
      return false;
    Name.Overload = L.next().Text.str();
    return true;
  }

  template <typename Reader> bool list(int Open, int Close, Reader Element) {
    if (!L.consume(Open))
      return false;
    if (!L.is(Close))
      do
        if (!Element())
          return false;
      while (L.consume(','));
    return L.consume(Close);
  }

  bool arguments(std::vector<SchemaArgument> &Arguments) {
    bool IsKeywordOnly = false, IsVariadic = false, HasDefault = false;
    return list('(', ')', [&] {
      if (IsVariadic)
        return false;
      if (L.consume('*'))
        return IsKeywordOnly = true;
      if (L.consume(Token::Dots))
        return IsVariadic = true;
      SchemaArgument A;
      A.TypeOffset = L.current().Text.data() - Text.data();
      const auto Type = argumentType();
      if (!Type || !L.is(Token::Word))
        return false;
      A.Type = Type->Text;
      A.IsMutated = Type->IsMutated;
      A.Name = L.next().Text.str();
      // Old models have lists without defaults (FunctionSchema).
      const bool IsList = StringRef(A.Type).ends_with("[]");
      Arguments.push_back(std::move(A));
      if (L.consume('='))
        return HasDefault = constant(0);
      return IsKeywordOnly || IsList || !HasDefault;
    });
  }

  bool returns(OpSchema &S) {
    bool IsVariadic = false;
    const auto One = [&] {
      if (IsVariadic)
        return false;
      if (L.consume(Token::Dots))
        return IsVariadic = true;
      HasAlias = false;
      const auto Type = argumentType();
      if (Type)
        S.Returns.push_back(Type->Text);
      S.ReturnsAlias |= HasAlias;
      L.consume(Token::Word); // a name
      return Type.has_value();
    };
    return L.is('(') ? list('(', ')', One) : One();
  }

  /// "int[2]?"
  std::optional<ParsedType> argumentType() {
    auto T = type(0);
    if (!T || !L.consume('['))
      return T;
    if (!L.consume(Token::Number) || !L.consume(']') || !inList(*T))
      return std::nullopt;
    if (L.consume('?'))
      T->Text += '?';
    return T;
  }

  bool inList(ParsedType &T) {
    T.Text += "[]";
    // The list's annotations go before its elements'.
    const bool HasOwn = L.is('(') || L.is('!');
    const bool OfElements = std::exchange(T.IsMutated, false);
    if (!annotation(T))
      return false;
    if (!HasOwn)
      T.IsMutated = OfElements;
    return true;
  }

  std::optional<ParsedType> type(unsigned Depth) {
    ParsedType T;
    if (Depth == MaxDepth || !element(T, Depth))
      return std::nullopt;
    while (true) {
      if (L.is('[') && L.isBeforeBracket()) {
        L.next();
        L.next();
        if (!inList(T))
          return std::nullopt;
      } else if (L.consume('?')) {
        T.Text += '?';
      } else {
        return T;
      }
    }
  }

  bool element(ParsedType &T, unsigned Depth) {
    if (L.is('('))
      return types(T, Depth);
    if (L.is(Token::Keyword) &&
        (L.current().Text == "None" || L.current().Text == "NoneType")) {
      T.Text = L.next().Text.str();
      return annotation(T);
    }
    if (!L.is(Token::Word))
      return false;
    T.Text = L.next().Text.str();
    if (T.Text == "Tensor")
      return annotation(T);
    if (T.Text == "Dict")
      return types(T, Depth, 2, 2) && annotation(T);
    if (T.Text == "Union")
      return types(T, Depth, 2) && annotation(T);
    if (T.Text == "Future" || T.Text == "RRef" || T.Text == "Await")
      return types(T, Depth, 1, 1);
    const bool IsClass = T.Text == "__torch__";
    while (L.consume('.')) {
      if (!L.is(Token::Word))
        return false;
      T.Text += "." + L.next().Text.str();
    }
    return IsClass || annotation(T);
  }

  /// "(int, Tensor)" of a tuple, a Dict and the like, from \p Least to \p Most.
  bool types(ParsedType &T, unsigned Depth, size_t Least = 0,
             size_t Most = std::numeric_limits<size_t>::max()) {
    std::vector<std::string> Parts;
    if (!list('(', ')',
              [&] {
                auto Part = type(Depth + 1);
                if (Part)
                  Parts.push_back(std::move(Part->Text));
                return Part.has_value();
              }) ||
        Parts.size() < Least || Parts.size() > Most)
      return false;
    T.Text += "(" + llvm::join(Parts, ", ") + ")";
    return true;
  }

  /// "(a)", "(a! -> *)", "!"
  bool annotation(ParsedType &T) {
    if (L.consume('!'))
      return T.IsMutated = true;
    if (!L.consume('('))
      return true;
    if (!aliasSet())
      return false;
    HasAlias = true;
    T.IsMutated = L.consume('!');
    if (L.consume(Token::Arrow) && !aliasSet())
      return false;
    return L.consume(')');
  }

  /// "a", "a|b", "*"
  bool aliasSet() {
    do
      if (!L.consume('*') && !L.consume(Token::Word))
        return false;
    while (L.consume('|'));
    return true;
  }

  bool constant(unsigned Depth) {
    if (L.is('['))
      return Depth < MaxDepth &&
             list('[', ']', [&] { return constant(Depth + 1); });
    if (L.consume('-'))
      return L.consume(Token::Number);
    return L.consume(Token::Number) || L.consume(Token::String) ||
           L.consume(Token::Word) || L.consume(Token::Keyword);
  }

  const StringRef Text;
  Lexer L;
  bool HasAlias = false; ///< an alias annotation came by
};

} // namespace

std::optional<OpName> OpName::parse(StringRef Text) {
  OpName Result;
  Text = Text.trim();
  if (const size_t Colons = Text.find("::"); Colons != StringRef::npos) {
    Result.Namespace = Text.take_front(Colons).str();
    Text = Text.drop_front(Colons + 2);
    if (Result.Namespace.empty())
      return std::nullopt;
  }
  auto [Name, Overload] = Text.split('.');
  Result.Name = Name.str();
  Result.Overload = Overload == "default" ? "" : Overload.str();
  if (!isIdentifier(Name) || (Text.contains('.') && !isIdentifier(Overload)))
    return std::nullopt;
  return Result;
}

std::string OpName::str() const {
  std::string Result = Namespace.empty() ? Name : Namespace + "::" + Name;
  if (!Overload.empty())
    Result += "." + Overload;
  return Result;
}

std::optional<OpSchema> OpSchema::parse(StringRef Text) {
  return SchemaParser(Text).parse();
}

bool OpSchema::isFunctional() const {
  return llvm::none_of(Arguments,
                       [](const SchemaArgument &A) { return A.IsMutated; });
}

bool namesOutput(StringRef Argument) {
  const std::string Name = Argument.lower();
  return llvm::is_contained({"out", "output", "outputs", "dst", "result"},
                            Name) ||
         StringRef(Name).starts_with("out_") ||
         StringRef(Name).ends_with("_out") ||
         StringRef(Name).ends_with("_output");
}

const SchemaArgument *OpSchema::undeclaredOutput() const {
  const bool ReturnsNothing =
      Returns.empty() || (Returns.size() == 1 && Returns.front() == "None");
  if (!ReturnsNothing || !isFunctional())
    return nullptr;
  const auto It = llvm::find_if(Arguments, [](const SchemaArgument &A) {
    return StringRef(A.Type).starts_with("Tensor") && namesOutput(A.Name);
  });
  return It == Arguments.end() ? nullptr : &*It;
}

} // namespace aoti_tidy
