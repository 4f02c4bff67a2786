// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/FunctionNames.h"
#include "driver/cxx/RawLexing.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>

using namespace clang;

namespace aoti_tidy {
namespace {

void sortUnique(NameHashes &Names) {
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
}

class Reader {
public:
  explicit Reader(StringRef Text) {
    Lexer L(SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end());
    do
      L.LexFromRawLexer(Tokens.emplace_back());
    while (Tokens.back().isNot(tok::eof));
  }

  FunctionNames run() {
    for (size_t I = 0; at(I).isNot(tok::eof); ++I)
      addName(I);
    sortUnique(Result.Called);
    sortUnique(Result.Defined);
    return std::move(Result);
  }

private:
  const Token &at(size_t I) const {
    return Tokens[std::min(I, Tokens.size() - 1)];
  }
  bool isName(const Token &T) {
    return T.is(tok::raw_identifier) &&
           Keywords.get(T.getRawIdentifier()).getTokenID() == tok::identifier;
  }

  void add(const Token &T, NameHashes &To) {
    if (isName(T))
      To.push_back(llvm::xxh3_64bits(T.getRawIdentifier()));
  }
  /// Behind the bracket that closes the one at \p I; the end if none does.
  size_t behindBracket(size_t I, tok::TokenKind Open, tok::TokenKind Close,
                       size_t Most) const {
    unsigned Depth = 0;
    for (const size_t End = std::min(I + Most, Tokens.size()); I < End; ++I) {
      if (at(I).is(Open))
        ++Depth;
      else if (at(I).is(Close) && --Depth == 0)
        return I + 1;
      else if (Open == tok::less && at(I).is(tok::greatergreater)) {
        // make<std::vector<int>>(3)
        if (Depth <= 2)
          return I + 1;
        Depth -= 2;
      } else if (Open == tok::less && at(I).isOneOf(tok::semi, tok::l_brace))
        break;
    }
    return Tokens.size();
  }

  void addName(size_t I) {
    if (!isName(at(I)))
      return;
    size_t Open = I + 1;
    // make<int>(3)
    constexpr size_t MostOfTemplate = 64, MostOfCall = 100000;
    if (at(Open).is(tok::less))
      Open = behindBracket(Open, tok::less, tok::greater, MostOfTemplate);
    if (at(Open).isNot(tok::l_paren))
      return;
    const size_t Behind =
        behindBracket(Open, tok::l_paren, tok::r_paren, MostOfCall);
    if (isBeginOfBody(Behind))
      add(at(I), Result.Defined);
    if (at(Behind).isNot(tok::l_brace))
      add(at(I), Result.Called);
  }

  /// Whether a function's body may follow, what stands behind its parameters
  /// being at \p I.
  bool isBeginOfBody(size_t I) const {
    constexpr size_t MostOfQualifiers = 64;
    for (const size_t End = I + MostOfQualifiers; I < End; ++I) {
      const Token &T = at(I);
      if (T.isOneOf(tok::l_brace, tok::colon, tok::arrow) ||
          (T.is(tok::raw_identifier) && T.getRawIdentifier() == "try"))
        return true;
      if (T.is(tok::l_paren)) // noexcept(false)
        I = behindBracket(I, tok::l_paren, tok::r_paren, MostOfQualifiers) - 1;
      else if (!T.isOneOf(tok::raw_identifier, tok::amp, tok::ampamp,
                          tok::l_square, tok::r_square, tok::coloncolon,
                          tok::less, tok::greater))
        return false;
    }
    return true;
  }

  const LangOptions Lang = rawLanguage();
  IdentifierTable Keywords{Lang};
  std::vector<Token> Tokens;
  FunctionNames Result;
};

} // namespace

void FunctionNames::add(const FunctionNames &Other) {
  llvm::append_range(Called, Other.Called);
  llvm::append_range(Defined, Other.Defined);
  sortUnique(Called);
  sortUnique(Defined);
}

FunctionNames functionNames(StringRef Text) { return Reader(Text).run(); }

NameHashes common(const NameHashes &A, const NameHashes &B) {
  NameHashes Both;
  std::set_intersection(A.begin(), A.end(), B.begin(), B.end(),
                        std::back_inserter(Both));
  return Both;
}

bool haveCommon(const NameHashes &A, const NameHashes &B) {
  for (auto I = A.begin(), J = B.begin(); I != A.end() && J != B.end();) {
    if (*I == *J)
      return true;
    *I < *J ? void(++I) : void(++J);
  }
  return false;
}

} // namespace aoti_tidy
