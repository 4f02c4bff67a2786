// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/CxxWords.h"
#include "checks/lib/emitted/EmittedLanguage.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

namespace aoti_tidy {
namespace {

/// The value of a string literal: R"x(...)x", u8"...", "...".
std::string valueOf(StringRef Literal) {
  const size_t Quote = Literal.find('"');
  if (Quote == StringRef::npos)
    return "";
  const bool IsRaw = Literal.take_front(Quote).ends_with("R");
  Literal = Literal.drop_front(Quote + 1);
  if (IsRaw) {
    const size_t Open = Literal.find('(');
    return Literal.slice(Open + 1, Literal.rfind(')')).str();
  }
  Literal = Literal.take_front(Literal.rfind('"'));
  std::string Value;
  for (size_t I = 0; I < Literal.size(); ++I) {
    char C = Literal[I];
    if (C == '\\' && I + 1 < Literal.size()) {
      C = Literal[++I];
      // A line that goes on in the next.
      if (C == '\n' || C == '\r')
        continue;
      // Space is space, in a schema.
      if (C == 'n' || C == 't')
        C = ' ';
    }
    Value += C;
  }
  return Value;
}

bool isOpening(const CxxWord &W) { return W.is("(") || W.is("[") || W.is("{"); }
bool isClosing(const CxxWord &W) { return W.is(")") || W.is("]") || W.is("}"); }

} // namespace

std::vector<CxxWord> readCxxWords(StringRef Given) {
  const std::string Text = Given.str(); // ends with a zero for the lexer
  const clang::LangOptions Language = rawLanguage();
  clang::Lexer L(clang::SourceLocation(), Language, Text.c_str(), Text.c_str(),
                 Text.c_str() + Text.size());
  std::vector<CxxWord> Result;
  std::vector<bool> Branches; // whether a build decides which #if is taken
  clang::Token T;
  L.LexFromRawLexer(T);
  const auto Spelling = [&] {
    const size_t End = L.getCurrentBufferOffset();
    return StringRef(Text).slice(End - T.getLength(), End);
  };
  while (T.isNot(tok::eof)) {
    if (T.is(tok::hash) && T.isAtStartOfLine()) {
      L.LexFromRawLexer(T);
      const StringRef Name = Spelling();
      if (Name.starts_with("if"))
        Branches.push_back(Name != "ifndef");
      else if (Name == "endif" && !Branches.empty())
        Branches.pop_back();
      else if (Name.starts_with("el") && !Branches.empty())
        Branches.back() = true;
      while (T.isNot(tok::eof) && !T.isAtStartOfLine())
        L.LexFromRawLexer(T);
      continue;
    }
    const StringRef Spelled = Spelling();
    const bool IsString = tok::isStringLiteral(T.getKind());
    Result.push_back({IsString                    ? CxxWord::String
                      : T.is(tok::raw_identifier) ? CxxWord::Name
                                                  : CxxWord::Other,
                      IsString ? valueOf(Spelled) : Spelled.str(),
                      unsigned(L.getCurrentBufferOffset() - T.getLength()),
                      !llvm::is_contained(Branches, true)});
    L.LexFromRawLexer(T);
  }
  return Result;
}

std::vector<size_t> closingWords(ArrayRef<CxxWord> Words) {
  std::vector<size_t> Result(Words.size(), Words.size()), Open;
  for (size_t I = 0; I < Words.size(); ++I) {
    if (isOpening(Words[I])) {
      Open.push_back(I);
    } else if (isClosing(Words[I]) && !Open.empty()) {
      Result[Open.back()] = I;
      Open.pop_back();
    }
  }
  return Result;
}

std::vector<ArrayRef<CxxWord>> splitArguments(ArrayRef<CxxWord> Words,
                                              size_t Open) {
  std::vector<ArrayRef<CxxWord>> Result;
  unsigned Depth = 0, Angles = 0;
  size_t Begin = Open + 1, I = Begin;
  const auto Add = [&] {
    if (Begin < I)
      Result.push_back(Words.slice(Begin, I - Begin));
    Begin = I + 1;
  };
  for (; I < Words.size(); ++I) {
    const CxxWord &W = Words[I];
    if (isOpening(W))
      ++Depth;
    else if (isClosing(W) && Depth-- == 0)
      break;
    else if (Depth == 0 && W.is("<") && Words[I - 1].isName())
      ++Angles;
    else if (Angles && W.is(">"))
      --Angles;
    else if (Depth == 0 && Angles == 0 && W.is(","))
      Add();
  }
  Add();
  return Result;
}

} // namespace aoti_tidy
