// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/LateConstexpr.h"
#include "driver/cxx/RawLexing.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

constexpr StringRef Mark = "_GLIBCXX20_CONSTEXPR";

/// Whether what is before the mark in its line says that no plain function's
/// declaration goes on behind it: a directive, a comment, the line of a macro.
bool isOfNoFunction(StringRef Line) {
  return Line.find_first_of("#\"*/\\") != StringRef::npos ||
         Line.contains("friend");
}

/// Words that no declaration of a plain function has outside of brackets.
bool isOfOther(StringRef Word) {
  static constexpr StringRef Words[] = {"auto",     "class",  "concept",
                                        "decltype", "friend", "requires",
                                        "struct",   "union"};
  return llvm::is_contained(Words, Word);
}

/// Finds the body of the function whose declaration goes on at a place.
class BodyFinder {
public:
  BodyFinder(StringRef Text, size_t At)
      : Text(Text), Lang(rawLanguage()),
        L(SourceLocation(), Lang, Text.begin(), Text.begin() + At, Text.end()) {
  }

  struct Range {
    size_t Begin, End;
  };
  /// What initializes members belongs to it. Nothing if there is no body, or
  /// not only a body.
  std::optional<Range> find() {
    std::optional<size_t> Initializers;
    bool HasParameters = false;
    for (next(); T.isNot(tok::l_brace) || (Initializers && isValue()); next()) {
      switch (T.getKind()) {
      case tok::l_paren:
        HasParameters = true;
        if (!skip(tok::l_paren, tok::r_paren))
          return std::nullopt;
        break;
      case tok::l_brace:
        if (!skip(tok::l_brace, tok::r_brace))
          return std::nullopt;
        break;
      case tok::colon:
        if (!HasParameters)
          return std::nullopt;
        if (!Initializers)
          Initializers = begin();
        break;
      case tok::raw_identifier:
        if (isOfOther(T.getRawIdentifier()))
          return std::nullopt;
        break;
      case tok::semi:
      case tok::equal: // '= default', 'operator='
      case tok::hash:
      case tok::r_brace:
      case tok::r_paren:
      case tok::eof:
        return std::nullopt;
      default:
        break;
      }
    }
    const size_t Begin = Initializers.value_or(begin());
    if (!HasParameters || !skip(tok::l_brace, tok::r_brace))
      return std::nullopt;
    return Range{Begin, size_t(L.getBufferLocation() - Text.begin())};
  }

private:
  size_t begin() const {
    return L.getBufferLocation() - Text.begin() - T.getLength();
  }
  void next() {
    Last = T.getKind();
    L.LexFromRawLexer(T);
  }

  /// Whether '{' begins what a member is given: ': Start{}, Size(n) {'.
  bool isValue() const {
    return Last == tok::raw_identifier || Last == tok::greater;
  }

  /// From the bracket that is the token to the one that closes it.
  bool skip(tok::TokenKind Left, tok::TokenKind Right) {
    for (unsigned Depth = 0; T.isNoneOf(tok::eof, tok::hash); next()) {
      Depth += T.is(Left);
      Depth -= T.is(Right);
      if (Depth == 0) {
        Last = Right;
        return true;
      }
    }
    return false;
  }

  const StringRef Text;
  const LangOptions Lang;
  Lexer L;
  Token T;
  tok::TokenKind Last = tok::unknown; ///< before T
};

} // namespace

bool hasLateConstexpr(StringRef Text) { return Text.contains(Mark); }

bool dropLateConstexprBodies(llvm::MutableArrayRef<char> Text) {
  const StringRef All(Text.data(), Text.size());
  bool Result = false;
  for (size_t At = All.find(Mark), Next; At != StringRef::npos;
       At = All.find(Mark, Next)) {
    Next = At + Mark.size();
    const StringRef Before = All.take_front(At);
    if (isOfNoFunction(Before.substr(Before.find_last_of('\n') + 1)))
      continue;
    const auto Body = BodyFinder(All, Next).find();
    if (!Body)
      continue;
    for (char &C : Text.slice(Body->Begin, Body->End - Body->Begin))
      if (C != '\n' && C != '\r')
        C = ' ';
    Text[Body->Begin] = ';';
    Next = Body->End;
    Result = true;
  }
  return Result;
}

} // namespace aoti_tidy
