// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/Arguments.h"
#include "checks/lib/cxx/Values.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool isEditable(const Expr *E) {
  return E->getBeginLoc().isFileID() && E->getEndLoc().isFileID();
}

} // namespace

const Expr *written(const Expr *Arg) {
  return Arg->IgnoreUnlessSpelledInSource();
}

std::optional<int64_t> numberOf(const Expr *Arg, ASTContext &Ctx) {
  return Arg ? evaluateInt(written(Arg), Ctx) : std::nullopt;
}

std::string quoted(StringRef Text) {
  constexpr size_t Longest = 60;
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << '"';
  OS.write_escaped(Text.take_front(Longest));
  OS << (Text.size() > Longest ? "...\"" : "\"");
  return Result;
}

std::optional<FixItHint> replaceArgument(const Construction &C, unsigned Index,
                                         llvm::StringRef Replacement) {
  const Expr *Arg = C.Args[Index];
  if (!isEditable(Arg))
    return std::nullopt;
  return FixItHint::CreateReplacement(Arg->getSourceRange(), Replacement);
}

std::optional<FixItHint> removeLastArgument(const Construction &C,
                                            const ASTContext &Ctx) {
  if (C.Args.size() < 2)
    return std::nullopt;
  const Expr *Arg = C.Args.back();
  const Expr *Before = C.Args[C.Args.size() - 2];
  if (!isEditable(Arg) || !isEditable(Before))
    return std::nullopt;
  // From the comma on; nothing but comments stands between, no #ifdef.
  const SourceManager &SM = Ctx.getSourceManager();
  const auto Comma =
      Lexer::findNextToken(Before->getEndLoc(), SM, Ctx.getLangOpts());
  if (!Comma || Comma->isNot(tok::comma))
    return std::nullopt;
  const auto First =
      Lexer::findNextToken(Comma->getLocation(), SM, Ctx.getLangOpts());
  if (!First || First->getLocation() != Arg->getBeginLoc())
    return std::nullopt;
  const SourceLocation Begin =
      Lexer::getLocForEndOfToken(Before->getEndLoc(), 0, SM, Ctx.getLangOpts());
  return FixItHint::CreateRemoval(
      CharSourceRange::getTokenRange(Begin, Arg->getEndLoc()));
}

std::optional<FixItHint> insertBeforeArgument(const Construction &C,
                                              unsigned Index,
                                              llvm::StringRef Text) {
  const Expr *Arg = C.Args[Index];
  if (!isEditable(Arg))
    return std::nullopt;
  return FixItHint::CreateInsertion(Arg->getBeginLoc(), Text);
}

} // namespace aoti_tidy
