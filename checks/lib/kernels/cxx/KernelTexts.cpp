// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/KernelTexts.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"
#include <fmt/format.h>

using namespace clang;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// What Inductor has in kernels of '#pragma', by its beginning.
constexpr StringRef Pragmas[] = {"GCC ivdep", "GCC unroll", "omp parallel",
                                 "omp for",   "omp simd",   "omp single"};

/// Far more than models have: each may become an entry of a cache.
constexpr size_t MaxParts = 10'000;

/// Names like '__LINE__', '__COUNTER__' and '_Pragma' could be anything.
bool isUnusual(StringRef Name) {
  return (Name.starts_with("__") || Name == "_Pragma") &&
         Name != "__at_align__" && Name != "__restrict__" &&
         Name != "__restrict";
}

LangOptions language() {
  LangOptions L;
  L.CPlusPlus = L.CPlusPlus11 = L.CPlusPlus14 = L.CPlusPlus17 = L.CPlusPlus20 =
      L.RawStringLiterals = L.LineComment = L.Digraphs = L.Char8 = true;
  return L;
}

} // namespace

/// Goes through the tokens of a file.
class KernelTexts::Scan {
public:
  explicit Scan(StringRef File)
      : Text(File.str()), Language(language()),
        Tokens(SourceLocation(), Language, Text.data(), Text.data(),
               Text.data() + Text.size()) {
    Result.File = File;
  }

  /// Nothing if the file is not to be taken apart.
  std::optional<KernelTexts> run() {
    for (next(); T.isNot(tok::eof); next()) {
      const bool Goes = isKernel() ? kernel() : rest();
      if (!Goes || IsStrange)
        return std::nullopt;
    }
    if (IsStrange || !Open.empty() || Result.Parts.size() > MaxParts)
      return std::nullopt;
    for (const Part &P : Result.Parts)
      if (Mentions.lookup(P.Name) != 1)
        return std::nullopt;
    return std::move(Result);
  }

private:
  size_t begin() const { return T.getLocation().getRawEncoding(); }
  size_t end() const { return begin() + T.getLength(); }
  StringRef spelling() const {
    return StringRef(Text).substr(begin(), T.getLength());
  }
  bool is(StringRef Name) const {
    return T.is(tok::raw_identifier) && spelling() == Name;
  }

  void next() {
    Tokens.LexFromRawLexer(T);
    // Written over two lines, or with '\u0061': names that are not compared.
    IsStrange |= T.needsCleaning() || T.hasUCN() || T.is(tok::unknown);
    if (T.isNot(tok::raw_identifier))
      return;
    ++Mentions[spelling()];
    IsStrange |= isUnusual(spelling());
  }

  /// Keeps count of brackets. False if one does not fit.
  bool bracket() {
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      Open.push_back(T.getKind());
      return true;
    }
    if (!T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      return true;
    if (Open.empty())
      return false;
    const tok::TokenKind Opened = Open.back();
    Open.pop_back();
    return T.is(tok::r_paren)    ? Opened == tok::l_paren
           : T.is(tok::r_square) ? Opened == tok::l_square
                                 : Opened == tok::l_brace;
  }

  /// #pragma GCC ivdep
  bool pragma() {
    if (!T.isAtStartOfLine() || T.isNot(tok::hash))
      return true;
    StringRef Line = StringRef(Text).substr(end()).split('\n').first.ltrim();
    return Line.find_first_of("{}") == StringRef::npos &&
           Line.consume_front("pragma ") &&
           llvm::any_of(Pragmas, [&](StringRef P) {
             return Line.ltrim().starts_with(P);
           });
  }

  /// Whether one can begin here.
  bool isKernel() const {
    return is("extern") && T.isAtStartOfLine() && Open.empty() &&
           (Last == tok::semi || Last == tok::r_brace);
  }

  /// extern "C" void name(...) {...}
  bool kernel() {
    Part P;
    P.Begin = StringRef(Text).take_front(begin()).rfind('\n') + 1;
    if (!StringRef(Text).slice(P.Begin, begin()).trim().empty())
      return false;
    P.FirstLine = lineOf(P.Begin);
    next();
    if (T.isNot(tok::string_literal) || spelling() != "\"C\"")
      return false;
    next();
    if (!is("void"))
      return false;
    next();
    if (T.isNot(tok::raw_identifier))
      return false;
    P.Name = Result.File.substr(begin(), T.getLength());
    P.NameLine = lineOf(begin());
    next();
    if (T.isNot(tok::l_paren) || !group())
      return false;
    next();
    if (T.isNot(tok::l_brace) || !group())
      return false;
    P.End = end();
    P.LastLine = lineOf(P.End);
    // What follows on its last line is no part of it.
    const StringRef After = StringRef(Text).substr(P.End).split('\n').first;
    if (!After.trim().empty())
      return false;
    P.PlaceInRest = Result.Rest.size();
    Result.Parts.push_back(P);
    Last = tok::r_brace;
    return true;
  }

  /// From a bracket to the one that closes it.
  bool group() {
    const size_t Outside = Open.size();
    for (bracket(); Open.size() > Outside && !IsStrange;) {
      next();
      // A declaration in it that is another's, too; and the end of the file.
      if (T.is(tok::eof) || is("extern") || is("friend") || !pragma() ||
          !bracket())
        return false;
    }
    return true;
  }

  /// Anything else.
  bool rest() {
    if (is("extern") || (T.isAtStartOfLine() && T.is(tok::hash)) || !bracket())
      return false;
    Result.Rest += T.isAtStartOfLine() ? '\n' : ' ';
    Result.Rest += spelling();
    Last = T.getKind();
    return true;
  }

  /// Places are asked for in their order.
  unsigned lineOf(size_t Place) {
    Line += StringRef(Text).slice(LineAt, Place).count('\n');
    LineAt = Place;
    return Line;
  }

  const std::string Text;
  const LangOptions Language;
  Lexer Tokens;
  Token T;
  KernelTexts Result;
  llvm::StringMap<unsigned> Mentions; ///< of each name
  std::vector<tok::TokenKind> Open;   ///< brackets
  /// Of the rest, or of a kernel: a declaration may be open before the next.
  tok::TokenKind Last = tok::semi;
  bool IsStrange = false;
  unsigned Line = 1;
  size_t LineAt = 0;
};

std::optional<KernelTexts> KernelTexts::split(StringRef File) {
  // What ends a line for Clang and not for us; what goes over several lines.
  if (File.find_first_of(StringRef("\r\0", 2)) != StringRef::npos ||
      File.contains("\\\n"))
    return std::nullopt;
  return Scan(File).run();
}

std::string KernelTexts::only(llvm::ArrayRef<size_t> Which) const {
  std::vector<bool> IsKept(Parts.size());
  for (const size_t I : Which)
    IsKept[I] = true;
  std::string Only;
  size_t Copied = 0;
  for (const auto &[I, P] : llvm::enumerate(Parts)) {
    if (IsKept[I])
      continue;
    Only += File.slice(Copied, P.Begin);
    Only.append(P.LastLine - P.FirstLine, '\n');
    Copied = P.End;
  }
  Only += File.substr(Copied);
  return Only;
}

std::string KernelTexts::meaningOf(size_t Which) const {
  const Part &P = Parts[Which];
  std::string Meaning =
      File.slice(P.Begin, P.Name.begin() - File.begin()).str();
  // "cpp_fused_add_0": nothing that kernels use is called so.
  if (!P.Name.starts_with("cpp_fused"))
    Meaning += P.Name;
  Meaning += File.slice(P.Name.end() - File.begin(), P.End);
  const auto Hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(Rest));
  return fmt::format("{}\n{:x} {:x} {}", Meaning, Hash.high64, Hash.low64,
                     P.PlaceInRest);
}

} // namespace aoti_tidy
