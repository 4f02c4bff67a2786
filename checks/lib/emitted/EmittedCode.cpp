// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/EmittedCode.h"
#include "checks/lib/emitted/EmittedLanguage.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

namespace aoti_tidy {
namespace {

/// A call of a kernel with a thousand arguments is still below.
constexpr size_t MaxTokens = 1 << 14;

bool isOpening(tok::TokenKind K) {
  return K == tok::l_paren || K == tok::l_square || K == tok::l_brace;
}

bool isClosing(tok::TokenKind K) {
  return K == tok::r_paren || K == tok::r_square || K == tok::r_brace;
}

/// "8", "8L", "8LL"; not "0x8", "010" or "8.0".
bool isPlainInteger(StringRef Text) {
  const StringRef Digits = Text.rtrim('L');
  return !Digits.empty() && Text.size() - Digits.size() <= 2 &&
         llvm::all_of(Digits, llvm::isDigit) &&
         (Digits.size() == 1 || Digits.front() != '0');
}

template <typename Predicate>
size_t sizeUntil(ArrayRef<CodeToken> Tokens, Predicate IsEnd) {
  int Depth = 0;
  size_t Size = 0;
  for (; Size < Tokens.size(); ++Size) {
    const StringRef Text = Tokens[Size].Text;
    if (Tokens[Size].K != CodeToken::Other)
      continue;
    if (Depth == 0 && IsEnd(Text))
      break;
    if (Text == "(" || Text == "[" || Text == "{")
      ++Depth;
    else if (Text == ")" || Text == "]" || Text == "}")
      --Depth;
  }
  return Size;
}

/// Matches from the beginning of \p Tokens; on success they are what is left.
bool consume(ArrayRef<CodeToken> &Tokens, StringRef Pattern,
             llvm::SmallVectorImpl<ArrayRef<CodeToken>> &Captured) {
  const auto TakeUntil = [&](auto IsEnd) {
    const size_t Size = sizeUntil(Tokens, IsEnd);
    Captured.push_back(Tokens.take_front(Size));
    Tokens = Tokens.drop_front(Size);
  };
  while (!Pattern.empty()) {
    StringRef Word;
    std::tie(Word, Pattern) = Pattern.split(' ');
    if (Word == "$rest") {
      Captured.push_back(Tokens);
      Tokens = {};
      continue;
    }
    if (Word == "$arg") {
      TakeUntil([](StringRef T) { return T == "," || T == ")"; });
      continue;
    }
    if (Tokens.empty())
      return false;
    const CodeToken &Token = Tokens.front();
    if (Word == "$list") {
      if (Token.Text != "{" || Token.K != CodeToken::Other)
        return false;
      Tokens = Tokens.drop_front();
      TakeUntil([](StringRef T) { return T == "}"; });
      if (Tokens.empty())
        return false;
      Tokens = Tokens.drop_front();
      continue;
    }
    const bool IsHole = (Word == "$name" && Token.K == CodeToken::Name) ||
                        (Word == "$int" && Token.K == CodeToken::Integer) ||
                        (Word == "$string" && Token.K == CodeToken::String);
    if (IsHole)
      Captured.push_back(Tokens.take_front());
    else if (Token.Text != Word || Token.K == CodeToken::String)
      return false;
    Tokens = Tokens.drop_front();
  }
  return true;
}

/// Whether a '{' opens statements, not values.
bool opensBlock(const CodeStatement &S, bool HasAssignment) {
  if (S.Tokens.empty())
    return true;
  const CodeToken &First = S.Tokens.front(), &Last = S.Tokens.back();
  static constexpr StringRef Heads[] = {"namespace", "class", "struct",
                                        "union",     "enum",  "extern",
                                        "else",      "do",    "try"};
  if (First.K == CodeToken::Name && llvm::is_contained(Heads, First.Text))
    return !HasAssignment;
  static constexpr StringRef Tails[] = {
      ")", "const", "noexcept", "override", "else", "mutable", "try"};
  return !HasAssignment && llvm::is_contained(Tails, Last.Text);
}

/// Whether a '{' after \p Before opens a function's body in a macro:
/// "AOTIRuntimeError f(int n) AOTI_RUNTIME_TRY({" (torch 2.15).
bool opensBodyInMacro(ArrayRef<CodeToken> Before) {
  return Before.size() > 2 && Before.back().Text == "(" &&
         Before.drop_back().back().Text == "AOTI_RUNTIME_TRY";
}

} // namespace

bool CodeStatement::matches(
    StringRef Pattern,
    llvm::SmallVectorImpl<ArrayRef<CodeToken>> &Captured) const {
  Captured.clear();
  ArrayRef<CodeToken> Rest = Tokens;
  return consume(Rest, Pattern, Captured) && Rest.empty();
}

bool CodeStatement::contains(
    StringRef Pattern,
    llvm::SmallVectorImpl<ArrayRef<CodeToken>> &Captured) const {
  const StringRef First = Pattern.split(' ').first;
  for (size_t From = 0; From < Tokens.size(); ++From) {
    if (!First.starts_with("$") && Tokens[From].Text != First)
      continue;
    Captured.clear();
    ArrayRef<CodeToken> Rest = ArrayRef(Tokens).drop_front(From);
    if (consume(Rest, Pattern, Captured))
      return true;
  }
  return false;
}

llvm::SmallVector<ArrayRef<CodeToken>, 8>
splitAtCommas(ArrayRef<CodeToken> Tokens) {
  llvm::SmallVector<ArrayRef<CodeToken>, 8> Parts;
  while (!Tokens.empty()) {
    const size_t Size =
        sizeUntil(Tokens, [](StringRef Text) { return Text == ","; });
    Parts.push_back(Tokens.take_front(Size));
    Tokens = Tokens.drop_front(std::min(Size + 1, Tokens.size()));
  }
  return Parts;
}

std::optional<ArrayRef<CodeToken>> inParentheses(ArrayRef<CodeToken> Tokens) {
  if (Tokens.empty() || Tokens.front().K != CodeToken::Other ||
      Tokens.front().Text != "(")
    return std::nullopt;
  const ArrayRef<CodeToken> Rest = Tokens.drop_front();
  const size_t Size =
      sizeUntil(Rest, [](StringRef Text) { return Text == ")"; });
  return Size == Rest.size() ? std::nullopt
                             : std::optional(Rest.take_front(Size));
}

class EmittedCode::Lexing {
public:
  explicit Lexing(StringRef Text)
      : Language(rawLanguage()), Lexer(clang::SourceLocation(), Language,
                                       Text.begin(), Text.begin(), Text.end()),
        Text(Text) {
    lex();
  }
  bool next(CodeStatement &S);

private:
  void lex() { Lexer.LexFromRawLexer(Current); }
  void add(CodeStatement &S);
  StringRef skipDirective();

  clang::LangOptions Language;
  clang::Lexer Lexer;
  StringRef Text;
  clang::Token Current;
};

void EmittedCode::Lexing::add(CodeStatement &S) {
  const size_t End = Lexer.getCurrentBufferOffset();
  StringRef Spelling =
      Text.substr(End - Current.getLength(), Current.getLength());
  CodeToken::Kind K = CodeToken::Other;
  if (Current.is(tok::raw_identifier)) {
    K = CodeToken::Name;
  } else if (Current.is(tok::numeric_constant)) {
    if (isPlainInteger(Spelling))
      K = CodeToken::Integer;
  } else if (Current.is(tok::string_literal)) {
    K = CodeToken::String;
    const bool IsRaw = Spelling.consume_front("R\"");
    if (IsRaw || Spelling.starts_with("\""))
      Spelling = Spelling.drop_front(!IsRaw).drop_back();
    if (IsRaw) // R"delimiter(text)delimiter"
      Spelling = Spelling.drop_front(Spelling.find('(') + 1)
                     .drop_back(Spelling.find('(') + 1);
  }
  S.Tokens.push_back({K, Spelling});
}

StringRef EmittedCode::Lexing::skipDirective() {
  const size_t Start = Lexer.getCurrentBufferOffset() - Current.getLength();
  size_t End = Start;
  do {
    End = Lexer.getCurrentBufferOffset();
    lex();
  } while (Current.isNot(tok::eof) && !Current.isAtStartOfLine());
  return Text.slice(Start, End);
}

bool EmittedCode::Lexing::next(CodeStatement &S) {
  S = CodeStatement();
  int Depth = 0;
  bool HasAssignment = false, IsOverlong = false;
  const auto Finish = [&](CodeStatement::End How) {
    if (IsOverlong)
      S.Tokens.clear();
    S.Terminator = How;
    return true;
  };
  while (Current.isNot(tok::eof)) {
    const tok::TokenKind K = Current.getKind();
    if (K == tok::hash && Current.isAtStartOfLine()) {
      const StringRef Line = skipDirective();
      if (!S.Tokens.empty())
        continue;
      S.Line = Line;
      return Finish(CodeStatement::Directive);
    }
    if (Depth == 0) {
      std::optional<CodeStatement::End> End;
      if (K == tok::semi)
        End = CodeStatement::Semicolon;
      else if (K == tok::r_brace)
        End = CodeStatement::BlockCloses;
      else if (K == tok::l_brace && opensBlock(S, HasAssignment))
        End = CodeStatement::BlockOpens;
      if (End) {
        lex();
        return Finish(*End);
      }
      HasAssignment |= K == tok::equal;
    }
    // The rest of the "})" after such a body.
    if (K == tok::r_paren && S.Tokens.empty()) {
      lex();
      continue;
    }
    if (K == tok::l_brace && Depth == 1 && opensBodyInMacro(S.Tokens)) {
      S.Tokens.pop_back(); // the parenthesis
      lex();
      return Finish(CodeStatement::BlockOpens);
    }
    if (isOpening(K))
      ++Depth;
    else if (isClosing(K))
      Depth = std::max(Depth - 1, 0);
    if (S.Tokens.size() < MaxTokens)
      add(S);
    else
      IsOverlong = true;
    lex();
    // "auto f() -> T { ... }" looks like a value at first.
    if (K == tok::r_brace && Depth == 0 && !HasAssignment &&
        Current.is(tok::raw_identifier))
      return Finish(CodeStatement::Semicolon);
  }
  return !S.Tokens.empty() && Finish(CodeStatement::EndOfFile);
}

EmittedCode::EmittedCode(StringRef Text) : L(std::make_unique<Lexing>(Text)) {}
EmittedCode::~EmittedCode() = default;

bool EmittedCode::next(CodeStatement &S) { return L->next(S); }

} // namespace aoti_tidy
