// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/Completeness.h"
#include "checks/lib/emitted/EmittedLanguage.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"
#include <fmt/format.h>

using llvm::StringRef;
namespace tok = clang::tok;

namespace aoti_tidy {
namespace {

/// Far more than torch emits, and little memory.
constexpr size_t MaxNestedStatements = 100'000;

class Nesting {
public:
  explicit Nesting(StringRef Text)
      : Text(Text), Language(rawLanguage()),
        Lexer(clang::SourceLocation(), Language, Text.begin(), Text.begin(),
              Text.end()) {}

  std::optional<std::string> signOfCut() {
    while (lex())
      if (auto Sign = take())
        return Sign;
    if (const StringRef Left = Text.drop_front(End).ltrim();
        Left.starts_with("/*"))
      return fmt::format("the comment of line {} has no end",
                         lineOf(Left.data() - Text.data()));
    if (!Open.empty())
      return fmt::format("the '{}' of line {} is not closed",
                         spelling(Open.back().first),
                         lineOf(Open.back().second));
    if (!Conditions.empty())
      return fmt::format("the '#if' of line {} has no '#endif'",
                         lineOf(Conditions.back()));
    return std::nullopt;
  }

private:
  bool lex() {
    Lexer.SetCommentRetentionState(true);
    Lexer.LexFromRawLexer(Token);
    if (Token.is(tok::eof))
      return false;
    End = Lexer.getCurrentBufferOffset();
    return true;
  }
  size_t begin() const { return End - Token.getLength(); }
  size_t lineOf(size_t Offset) const {
    return Text.take_front(Offset).count('\n') + 1;
  }

  std::optional<std::string> take() {
    const bool IsInDirective = std::exchange(AfterHash, false);
    switch (Token.getKind()) {
    case tok::l_brace:
    case tok::l_paren:
    case tok::l_square:
      Open.emplace_back(Token.getKind(), begin());
      if (Open.size() > MaxNestedStatements)
        return "its blocks are nested deeper than in any code that torch emits";
      return std::nullopt;
    case tok::r_brace:
    case tok::r_paren:
    case tok::r_square:
      return close();
    case tok::hash:
      AfterHash = Token.isAtStartOfLine();
      return std::nullopt;
    case tok::raw_identifier:
      return IsInDirective ? directive() : std::nullopt;
    case tok::unknown:
      // A quote that nothing ends: in the middle it is part of a directive.
      if (End == Text.size())
        return fmt::format("the literal of line {} has no end",
                           lineOf(begin()));
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<std::string> close() {
    const tok::TokenKind Closing = Token.getKind();
    const tok::TokenKind Opening = Closing == tok::r_brace   ? tok::l_brace
                                   : Closing == tok::r_paren ? tok::l_paren
                                                             : tok::l_square;
    if (Open.empty() || Open.back().first != Opening)
      return fmt::format("nothing opens what the '{}' of line {} closes",
                         spelling(Closing), lineOf(begin()));
    Open.pop_back();
    return std::nullopt;
  }

  static std::string spelling(tok::TokenKind Kind) {
    return tok::getPunctuatorSpelling(Kind);
  }

  std::optional<std::string> directive() {
    const StringRef Name = Token.getRawIdentifier();
    if (Name == "if" || Name == "ifdef" || Name == "ifndef") {
      Conditions.push_back(begin());
    } else if (Name == "endif") {
      if (Conditions.empty())
        return fmt::format("the '#endif' of line {} has no '#if'",
                           lineOf(begin()));
      Conditions.pop_back();
    }
    return std::nullopt;
  }

  StringRef Text;
  clang::LangOptions Language;
  clang::Lexer Lexer;
  clang::Token Token;
  size_t End = 0; ///< of the last token
  bool AfterHash = false;
  llvm::SmallVector<std::pair<tok::TokenKind, size_t>> Open;
  llvm::SmallVector<size_t> Conditions;
};

} // namespace

std::optional<std::string> signOfCut(StringRef Text) {
  return Nesting(Text).signOfCut();
}

bool hasCode(StringRef Text) {
  const clang::LangOptions Language = rawLanguage();
  clang::Lexer Lexer(clang::SourceLocation(), Language, Text.begin(),
                     Text.begin(), Text.end());
  clang::Token First;
  Lexer.LexFromRawLexer(First);
  return First.isNot(tok::eof);
}

} // namespace aoti_tidy
