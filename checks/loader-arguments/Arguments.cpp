// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/Arguments.h"
#include "checks/lib/cxx/Values.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool isEditable(const Expr *E) {
  return E->getBeginLoc().isFileID() && E->getEndLoc().isFileID();
}

/// 'L(a, b, c)' -> 'L(a, b)'
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

} // namespace

const Expr *written(const Expr *Arg) {
  return Arg->IgnoreUnlessSpelledInSource();
}

std::optional<int64_t> numberOf(const Expr *Arg, ASTContext &Ctx) {
  return Arg ? evaluateInt(written(Arg), Ctx) : std::nullopt;
}

std::optional<FixItHint> fixFor(const ArgumentProblem &P, const Construction &C,
                                unsigned Index, const ASTContext &Ctx) {
  const Expr *Arg = C.args()[Index];
  if (hasEffects(Arg, Ctx))
    return std::nullopt;
  if (P.Do == ArgumentProblem::Cure::Drop && Index + 1 == C.args().size())
    return removeLastArgument(C, Ctx);
  // A named text has other users, and so has a macro.
  if (P.Do != ArgumentProblem::Cure::Replace || !isEditable(Arg) ||
      (!stringLiteralIn(Arg) && !written(Arg)->getType()->isIntegerType()))
    return std::nullopt;
  return FixItHint::CreateReplacement(Arg->getSourceRange(), P.Code);
}

} // namespace aoti_tidy
